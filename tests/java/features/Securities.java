package features;

import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.net.ssl.*;

// holds: a key of a security provider
class UseAes {
  public static void main(String[] args) throws Exception {
    KeyGenerator g = KeyGenerator.getInstance("AES"); g.init(128); g.generateKey();
  }
}

// holds: a cipher
class UseCipher {
  public static void main(String[] args) throws Exception {
    Cipher.getInstance("AES/CBC/PKCS5Padding");
  }
}

// holds: a message authentication code
class UseMac {
  public static void main(String[] args) throws Exception {
    Mac.getInstance("HmacSHA256");
  }
}

// holds: a pair of keys
class UseKeyPairs {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator.getInstance("RSA");
  }
}

// refused: the default context of TLS
class UseTls {
  public static void main(String[] args) throws Exception {
    SSLContext.getDefault();
  }
}

// refused: the list of security providers
class UseProviders {
  public static void main(String[] args) throws Exception {
    if (Security.getProviders().length == 0) throw new IllegalStateException("no provider");
  }
}

// holds: a key store
class UseKeyStores {
  public static void main(String[] args) throws Exception {
    KeyStore.getInstance(KeyStore.getDefaultType());
  }
}

// refused: a check of a permission
class UseSecurity {
  public static void main(String[] args) throws Exception {
    AccessController.getContext().checkPermission(new RuntimePermission("x"));
  }
}

// holds: identifiers by random numbers and by a digest
class UseUuid {
  public static void main(String[] args) throws Exception {
    UUID.randomUUID(); UUID.nameUUIDFromBytes(new byte[3]);
  }
}
