/* waymark: check --errors 0 --por off
   expect:  violated: deadlock */
/* A worker looks whether there is work, and then goes to sleep: two steps. The wake-up between them is lost. */
bool work, asleep, woken;
active proctype Worker() {
  if
  :: work
  :: !work -> asleep = true; woken
  fi
}
active proctype Boss() {
  work = true;
  if
  :: asleep -> woken = true
  :: else
  fi
}
