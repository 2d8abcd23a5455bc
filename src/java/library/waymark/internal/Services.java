package waymark.internal;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * What ServiceLoader finds: for the services that the JDK's own locale data is made of, what stands here, without a look at the
 * descriptors of the JDK's modules; for any other service what these and the class path say.
 */
final class Services {
    private Services() {}

    /** ServiceLoader.iterator(). */
    static Iterator<Object> of(String service) throws ReflectiveOperationException, IOException {
        return switch (service) {
            case "sun.util.locale.provider.LocaleDataMetaInfo" ->
                made("sun.util.resources.cldr.provider.CLDRLocaleDataMetaInfo", "sun.util.resources.provider.NonBaseLocaleDataMetaInfo");
            case "sun.util.resources.LocaleData$CommonResourceBundleProvider" ->
                made("sun.util.resources.provider.LocaleDataProvider");
            case "sun.util.resources.LocaleData$SupplementaryResourceBundleProvider" ->
                made("sun.util.resources.provider.SupplementaryLocaleDataProvider");
            case "jdk.internal.logger.DefaultLoggerFinder" -> made("sun.util.logging.internal.LoggingProviderImpl");
            case "java.time.zone.ZoneRulesProvider", "java.lang.System$LoggerFinder", "java.nio.file.spi.FileSystemProvider",
                "java.nio.charset.spi.CharsetProvider", "java.nio.file.spi.FileTypeDetector" -> made();
            default -> named(service);
        };
    }

    /** The security provider for elliptic curves. */
    static Provider curves() throws ReflectiveOperationException {
        return (Provider) made("sun.security.ec.SunEC").next();
    }

    /** ServiceLoader.stream(). */
    static Stream<ServiceLoader.Provider<Object>> stream(String service) throws ReflectiveOperationException, IOException {
        List<ServiceLoader.Provider<Object>> all = new ArrayList<>();
        for (String name : providers(service)) {
            Class<?> type = type(service, name);
            all.add(new ServiceLoader.Provider<>() {
                @Override public Class<? extends Object> type() {
                    return type;
                }

                @Override public Object get() {
                    return instance(service, type);
                }
            });
        }
        return all.stream();
    }

    /** Those of the JDK's modules, if the service is the JDK's, and then those of the class path. */
    private static List<String> providers(String service) throws ReflectiveOperationException, IOException {
        List<String> names = new ArrayList<>();
        if (Class.forName(service, false, ClassLoader.getSystemClassLoader()).getClassLoader() == null) {
            names.addAll(Layers.providers(service));
        }
        names.addAll(Resources.providers(service));
        return names;
    }

    /** Each is made when it is asked for. */
    private static Iterator<Object> named(String service) throws ReflectiveOperationException, IOException {
        Iterator<String> names = providers(service).iterator();
        return new Iterator<>() {
            @Override public boolean hasNext() {
                return names.hasNext();
            }

            @Override public Object next() {
                return instance(service, type(service, names.next()));
            }
        };
    }

    private static Class<?> type(String service, String name) {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (Class.forName(service, false, loader).isAssignableFrom(type)) {
                return type;
            }
        } catch (ClassNotFoundException e) {
            throw new ServiceConfigurationError(service + ": Provider " + name + " not found");
        }
        throw new ServiceConfigurationError(service + ": Provider " + name + " not a subtype");
    }

    private static Object instance(String service, Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (NoSuchMethodException e) {
            throw new ServiceConfigurationError(service + ": " + type.getName() + " Unable to get public no-arg constructor", e);
        } catch (InvocationTargetException e) {
            throw new ServiceConfigurationError(service + ": Provider " + type.getName() + " could not be instantiated", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new ServiceConfigurationError(service + ": Provider " + type.getName() + " could not be instantiated", e);
        }
    }

    private static Iterator<Object> made(String... names) throws ReflectiveOperationException {
        List<Object> all = new ArrayList<>();
        for (String name : names) {
            all.add(Class.forName(name).getDeclaredConstructor().newInstance());
        }
        return all.iterator();
    }
}
