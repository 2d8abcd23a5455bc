package features;

import java.math.*;
import java.security.*;
import java.security.interfaces.*;
import java.security.spec.*;
import javax.crypto.*;

class Signing {
  static void check(String algorithm, KeyPair keys) throws Exception {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(keys.getPrivate());
    signature.update("text".getBytes());
    byte[] signed = signature.sign();
    signature.initVerify(keys.getPublic());
    signature.update("text".getBytes());
    Expect.same(true, signature.verify(signed));
    signature.update("other".getBytes());
    Expect.same(false, signature.verify(signed));
  }

  static void agree(String algorithm, KeyPair one, KeyPair other) throws Exception {
    KeyAgreement here = KeyAgreement.getInstance(algorithm), there = KeyAgreement.getInstance(algorithm);
    here.init(one.getPrivate());
    here.doPhase(other.getPublic(), true);
    there.init(other.getPrivate());
    there.doPhase(one.getPublic(), true);
    Expect.same(true, MessageDigest.isEqual(here.generateSecret(), there.generateSecret()));
  }
}

// holds: a signature by an elliptic curve
class UseEcdsa {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    Expect.same(256, ((ECPublicKey) keys.getPublic()).getParams().getOrder().bitLength());
    Signing.check("SHA256withECDSA", keys);
  }
}

// holds: an agreement by an elliptic curve
class UseEcdh {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    Signing.agree("ECDH", generator.generateKeyPair(), generator.generateKeyPair());
  }
}

// holds: keys of a curve out of their bytes
class UseEcKeys {
  public static void main(String[] args) throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    KeyFactory factory = KeyFactory.getInstance("EC");
    Expect.same(keys.getPublic(), factory.generatePublic(new X509EncodedKeySpec(keys.getPublic().getEncoded())));
    Expect.same(keys.getPrivate(), factory.generatePrivate(new PKCS8EncodedKeySpec(keys.getPrivate().getEncoded())));
  }
}

// holds: a curve by its name
class UseEcParameters {
  public static void main(String[] args) throws Exception {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp384r1"));
    Expect.same(384, parameters.getParameterSpec(ECParameterSpec.class).getCurve().getField().getFieldSize());
  }
}

// holds: a signature by Edwards' curve
class UseEd25519 {
  public static void main(String[] args) throws Exception {
    Signing.check("Ed25519", KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
  }
}

// holds: the other curve of Edwards
class UseEd448 {
  public static void main(String[] args) throws Exception {
    Signing.check("EdDSA", KeyPairGenerator.getInstance("Ed448").generateKeyPair());
  }
}

// holds: an agreement by Montgomery's curve
class UseX25519 {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("X25519");
    Signing.agree("X25519", generator.generateKeyPair(), generator.generateKeyPair());
    KeyPairGenerator other = KeyPairGenerator.getInstance("XDH");
    other.initialize(NamedParameterSpec.X448);
    Signing.agree("XDH", other.generateKeyPair(), other.generateKeyPair());
  }
}

// holds: an agreement by Diffie and Hellman, with parameters of a small field
class UseDiffieHellman {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("DH");
    BigInteger prime = BigInteger.ONE.shiftLeft(512).subtract(BigInteger.valueOf(569));
    generator.initialize(new javax.crypto.spec.DHParameterSpec(prime, BigInteger.valueOf(3)));
    Signing.agree("DH", generator.generateKeyPair(), generator.generateKeyPair());
  }
}

// holds: an algorithm that no provider has
class UseNoAlgorithm {
  public static void main(String[] args) throws Exception {
    try {
      Signature.getInstance("SHA256withNothing");
      throw new IllegalStateException("found");
    } catch (NoSuchAlgorithmException expected) {
    }
  }
}
