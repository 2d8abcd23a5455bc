// Files: what the JDK does by native methods is done by waymark.internal.Disk, whose files are part of a state; those
// that the command names can be read.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view disk_class = "waymark/internal/Disk";
constexpr std::string_view paths_class = "waymark/internal/DiskPaths";

// Calls a static method of ours in place of the native.
Done instead(NativeEnv& env, Thread& thread, const Method& native, std::string_view klass, std::string_view name,
             std::string_view descriptor, std::span<const Word> arguments) {
  Class* const disk = env.loader().find(klass);
  Method* const method = disk == nullptr ? nullptr : disk->declared(name, descriptor);
  if (method == nullptr) return env.unsupported(thread, "files, without waymark-library.jar beside the binary");
  if (const Done done = env.initialize(thread, env.loader().need(disk_class)); done != Done::yes) return done;
  return env.call(thread, native, *method, arguments);
}

Ref path_of(NativeEnv& env, Ref file) { return env.at(file)->data()[env.field("java/io/File", "path")]; }

// --- java.io.UnixFileSystem: (this, File, ...) ---

struct OfFile {
  std::string_view native;
  std::string_view name;
  std::string_view descriptor;
};

template <const OfFile& what>
Done by_file(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[1] == 0) return env.throw_null(thread);
  const Word arguments[] = {path_of(env, args[1])};
  return instead(env, thread, method, disk_class, what.name, what.descriptor, arguments);
}

constexpr OfFile attributes{"getBooleanAttributes0", "attributes", "(Ljava/lang/String;)I"};
constexpr OfFile file_length{"getLength", "length", "(Ljava/lang/String;)J"};
constexpr OfFile delete_file{"delete0", "delete", "(Ljava/lang/String;)Z"};
constexpr OfFile list_files{"list", "list", "(Ljava/lang/String;)[Ljava/lang/String;"};
constexpr OfFile make_directory{"createDirectory", "makeDirectory", "(Ljava/lang/String;)Z"};

Done check_access(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  // An attribute that is not zero is true enough.
  return by_file<attributes>(env, thread, args, method);
}
Done create_file(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {args[1]};
  return instead(env, thread, method, disk_class, "create", "(Ljava/lang/String;)Z", arguments);
}
Done canonicalize(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {args[1]};
  return instead(env, thread, method, disk_class, "absolute", "(Ljava/lang/String;)Ljava/lang/String;", arguments);
}
Done rename_file(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {path_of(env, args[1]), path_of(env, args[2])};
  return instead(env, thread, method, disk_class, "rename", "(Ljava/lang/String;Ljava/lang/String;)Z", arguments);
}
Done no_time(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, 0); }
// The library's own uses, as for the key of an open archive, only compare times of one file.
Done time_of_file(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  const std::string_view asks = thread.top().method->owner->name;
  const bool for_program = called_by_program(thread) || asks == "java/nio/file/Files";
  if (!for_program) return Done::declined;
  return env.unsupported(thread, fmt::format("{}: files have no times here", method.name));
}
Done name_limit(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, 255); }
Done refuse_change(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return env.unsupported(thread, fmt::format("File.{}: files have neither times nor permissions here", method.name));
}

// --- streams: (this, ...), whose descriptor is in a field ---

Ref descriptor_of(NativeEnv& env, Ref stream, const Method& native) {
  return env.at(stream)->data()[env.field(native.owner->name, "fd")];
}

// A method that takes the descriptor in place of the stream and else the same, as far as it takes anything.
Done by_stream(NativeEnv& env, Thread& thread, Word* args, const Method& native, std::string_view name,
               std::string_view descriptor, std::uint32_t words) {
  std::vector<Word> arguments{descriptor_of(env, args[0], native)};
  arguments.insert(arguments.end(), args + 1, args + 1 + words);
  return instead(env, thread, native, disk_class, name, descriptor, arguments);
}

#define DESCRIPTOR "Ljava/io/FileDescriptor;"
Done open_to_read(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "openToRead", "(" DESCRIPTOR "Ljava/lang/String;)V", 1);
}
Done open_to_write(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const bool appends = args[2] != 0;
  const Word arguments[] = {descriptor_of(env, args[0], method), args[1], appends ? 1u : 0u, appends ? 0u : 1u};
  return instead(env, thread, method, disk_class, "openToWrite", "(" DESCRIPTOR "Ljava/lang/String;ZZ)V", arguments);
}
Done open_random(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  constexpr Word read_only = 1;
  if ((args[2] & read_only) != 0) return open_to_read(env, thread, args, method);
  const Word arguments[] = {descriptor_of(env, args[0], method), args[1], 0, 0};
  return instead(env, thread, method, disk_class, "openToWrite", "(" DESCRIPTOR "Ljava/lang/String;ZZ)V", arguments);
}
Done read_one(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "read", "(" DESCRIPTOR ")I", 0);
}
Done read_some(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[1] == 0) return env.throw_null(thread);
  return by_stream(env, thread, args, method, "read", "(" DESCRIPTOR "[BII)I", 3);
}
Done write_one(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "write", "(" DESCRIPTOR "I)V", 1);
}
Done write_some(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[1] == 0) return env.throw_null(thread);
  return by_stream(env, thread, args, method, "write", "(" DESCRIPTOR "[BII)V", 3);
}
Done file_position(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "position", "(" DESCRIPTOR ")J", 0);
}
Done stream_length(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "length", "(" DESCRIPTOR ")J", 0);
}
Done seek_position(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "seek", "(" DESCRIPTOR "J)V", 2);
}
Done set_length(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "truncate", "(" DESCRIPTOR "J)V", 2);
}
Done skip_bytes(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "skip", "(" DESCRIPTOR "J)J", 2);
}
Done available_bytes(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_stream(env, thread, args, method, "available", "(" DESCRIPTOR ")I", 0);
}
Done close_descriptor(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {args[0]};
  return instead(env, thread, method, disk_class, "close", "(" DESCRIPTOR ")V", arguments);
}
Done no_handle(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, ~std::uint64_t{0}); }
Done no_append(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
// Then all of it is read as of any stream.
Done not_regular(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

// --- waymark.internal.Disk ---

Done given_bytes(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const auto found = env.settings().files->find(env.text(args[0]));
  if (found == env.settings().files->end()) return give(args, 0);
  return give_bytes(env, thread, args, found->second);
}

Done of_jdk(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::string bytes;
  if (args[0] == 0) return env.throw_null(thread);
  if (!env.settings().jdk_resource || !env.settings().jdk_resource(env.text(args[0]), bytes)) return give(args, 0);
  return give_bytes(env, thread, args, bytes);
}
// BootLoader's, by waymark.internal.Resources.
Done jdk_resource(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return instead(env, thread, method, "waymark/internal/Resources", method.name, method.descriptor,
                 std::span<const Word>(args, method.argument_words));
}

Done note_absent(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::string path = env.text(args[0]);
  static constexpr std::string_view jdk = "/jdk/";
  if (path.starts_with(jdk)) {
    const std::string within = path.substr(jdk.size());
    const bool there = env.settings().jdk_has_file && env.settings().jdk_has_file(within);
    return there ? env.unsupported(thread, "the JDK's file " + within) : Done::yes;
  }
  // Nobody expects a temporary file to be there before, and the library looks for sources of random numbers.
  if (path.starts_with("/tmp/") || path.starts_with("/dev/")) return Done::yes;
  env.journal().surroundings.note_absent_file(std::move(path));
  return Done::yes;
}
Done note_input(NativeEnv& env, Thread&, Word*, const Method&) {
  env.journal().surroundings.note(Surroundings::Asked::input);
  return Done::yes;
}

// The files stand in the order of their paths, so those of a directory stand together.
Done given_names(NativeEnv& env, Thread&, Word* args, const Method&) {
  std::string before = env.text(args[0]);
  if (before != "/") before += '/';
  std::string names;
  const auto& files = *env.settings().files;
  for (auto it = files.lower_bound(before); it != files.end() && it->first.starts_with(before); ++it) {
    std::string name = it->first.substr(before.size());
    name.resize(std::min(name.find('/'), name.size()));
    if (names.size() <= name.size() || !names.ends_with("/" + name)) names += "/" + name;
  }
  return give(args, names.empty() ? 0 : env.intern(names));
}

Done set_number(NativeEnv& env, Thread&, Word* args, const Method&) {
  Object& descriptor = *env.at(args[0]);
  env.memory().touch(descriptor);
  descriptor.data()[env.field("java/io/FileDescriptor", "fd")] = args[1];
  return Done::yes;
}
Done get_number(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, env.at(args[0])->data()[env.field("java/io/FileDescriptor", "fd")]);
}

// --- java.nio.file: the default provider's methods, without the provider ---

Done by_path(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const std::string_view name = method.name == "implDelete" ? "delete" : method.name;
  std::string descriptor(method.descriptor);
  if (name.starts_with("readAttributes")) {
    descriptor =
        "(Ljava/nio/file/Path;Ljava/lang/Class;[Ljava/nio/file/LinkOption;)"
        "Ljava/nio/file/attribute/BasicFileAttributes;";
  }
  if (name == "newByteChannel") {
    descriptor.replace(descriptor.rfind(')') + 1, std::string::npos, "Ljava/nio/channels/FileChannel;");
  }
  return instead(env, thread, method, paths_class, name, descriptor,
                 std::span<const Word>(args + 1, method.argument_words - 1));
}

Done real_path(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {args[0], args[1]};
  return instead(env, thread, method, paths_class, "realPath",
                 "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Ljava/nio/file/Path;", arguments);
}
Done lines_of_file(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {args[0], args[1]};
  return instead(env, thread, method, paths_class, "lines", method.descriptor, arguments);
}
Done channel_of(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word arguments[] = {descriptor_of(env, args[0], method)};
  return instead(env, thread, method, paths_class, "channel",
                 "(Ljava/io/FileDescriptor;)Ljava/nio/channels/FileChannel;", arguments);
}

Done working_directory(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object* array = env.allocate(thread, env.loader().need("[B"), 1);
  *reinterpret_cast<char*>(array->data()) = '/';
  return give(args, array->place);
}

#define IO(name) "java/io/" name
#define NIO(name) "sun/nio/fs/UnixFileSystemProvider." name
constexpr Served files_table[] = {
    {IO("UnixFileSystem.getBooleanAttributes0"), by_file<attributes>},
    {IO("UnixFileSystem.getLength"), by_file<file_length>},
    {IO("UnixFileSystem.delete0"), by_file<delete_file>},
    {IO("UnixFileSystem.list"), by_file<list_files>},
    {IO("UnixFileSystem.createDirectory"), by_file<make_directory>},
    {IO("UnixFileSystem.checkAccess"), check_access},
    {IO("UnixFileSystem.createFileExclusively"), create_file},
    {IO("UnixFileSystem.canonicalize0"), canonicalize},
    {IO("UnixFileSystem.rename0"), rename_file},
    {IO("UnixFileSystem.getLastModifiedTime"), no_time},
    {IO("File.lastModified"), time_of_file},
    {"waymark/internal/DiskPaths$Attributes.lastModifiedTime", time_of_file},
    {"waymark/internal/DiskPaths$Attributes.lastAccessTime", time_of_file},
    {"waymark/internal/DiskPaths$Attributes.creationTime", time_of_file},
    {IO("UnixFileSystem.getNameMax0"), name_limit},
    {IO("UnixFileSystem.setLastModifiedTime"), refuse_change},
    {IO("UnixFileSystem.setReadOnly"), refuse_change},
    {IO("UnixFileSystem.setPermission"), refuse_change},
    {IO("FileInputStream.open0"), open_to_read},
    {IO("FileInputStream.read0"), read_one},
    {IO("FileInputStream.readBytes"), read_some},
    {IO("FileInputStream.length0"), stream_length},
    {IO("FileInputStream.position0"), file_position},
    {IO("FileInputStream.skip0"), skip_bytes},
    {IO("FileInputStream.available0"), available_bytes},
    {IO("FileInputStream.isRegularFile0"), not_regular},
    {IO("FileOutputStream.open0"), open_to_write},
    {IO("FileOutputStream.write(IZ)V"), write_one},
    {IO("FileOutputStream.writeBytes"), write_some},
    {IO("RandomAccessFile.open0"), open_random},
    {IO("RandomAccessFile.read0"), read_one},
    {IO("RandomAccessFile.readBytes"), read_some},
    {IO("RandomAccessFile.write0"), write_one},
    {IO("RandomAccessFile.writeBytes"), write_some},
    {IO("RandomAccessFile.getFilePointer"), file_position},
    {IO("RandomAccessFile.seek0"), seek_position},
    {IO("RandomAccessFile.length"), stream_length},
    {IO("RandomAccessFile.setLength"), set_length},
    {IO("FileDescriptor.getHandle"), no_handle},
    {IO("FileDescriptor.getAppend"), no_append},
    {IO("FileDescriptor.close0"), close_descriptor},
    {IO("FileDescriptor.sync"), nothing_to_do},
    {IO("FileCleanable.register"), nothing_to_do},
    {IO("FileCleanable.unregister"), nothing_to_do},
    {"waymark/internal/Disk.given", given_bytes},
    {"waymark/internal/Disk.givenNames", given_names},
    {"waymark/internal/Disk.ofJdk", of_jdk},
    {"waymark/internal/Disk.absent", note_absent},
    {"waymark/internal/Input.note", note_input},
    {"jdk/internal/loader/BootLoader.findResourceAsStream", jdk_resource},
    {"jdk/internal/loader/BootLoader.findResource", jdk_resource},
    {"waymark/internal/Disk.number(Ljava/io/FileDescriptor;I)V", set_number},
    {"waymark/internal/Disk.number(Ljava/io/FileDescriptor;)I", get_number},
    {"sun/nio/fs/UnixPath.toRealPath", real_path},
    {NIO("exists"), by_path},
    {NIO("isReadable"), by_path},
    {NIO("isWritable"), by_path},
    {NIO("isExecutable"), by_path},
    {NIO("isDirectory"), by_path},
    {NIO("isRegularFile"), by_path},
    {NIO("checkAccess"), by_path},
    {NIO("readAttributes"), by_path},
    {NIO("readAttributesIfExists"), by_path},
    {NIO("createDirectory"), by_path},
    {NIO("implDelete"), by_path},
    {NIO("copy"), by_path},
    {NIO("move"), by_path},
    {NIO("isSameFile"), by_path},
    {NIO("newDirectoryStream"), by_path},
    {NIO("newByteChannel"), by_path},
    {NIO("newFileChannel"), by_path},
    {"java/nio/file/Files.lines(Ljava/nio/file/Path;Ljava/nio/charset/Charset;)Ljava/util/stream/Stream;",
     lines_of_file},
    {IO("FileInputStream.getChannel"), channel_of},
    {IO("FileOutputStream.getChannel"), channel_of},
    {IO("RandomAccessFile.getChannel"), channel_of},
    {"sun/nio/fs/UnixNativeDispatcher.<clinit>", nothing_to_do},
    {"sun/nio/fs/UnixNativeDispatcher.getcwd", working_directory},
};
#undef DESCRIPTOR
#undef IO
#undef NIO

}  // namespace

std::span<const Served> files_natives() { return files_table; }

}  // namespace waymark::java
