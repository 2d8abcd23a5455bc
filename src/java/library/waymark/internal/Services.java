package waymark.internal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What ServiceLoader finds for the services that the JDK's own locale data is made of. Waymark has no modules, whose descriptors
 * would say so; for any other service it ends the check before it comes here.
 */
final class Services {
    private Services() {}

    /** An iterator over the providers of a service that is known here. */
    static Iterator<Object> of(String service) throws ReflectiveOperationException {
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
            default -> throw new IllegalArgumentException(service);
        };
    }

    private static Iterator<Object> made(String... names) throws ReflectiveOperationException {
        List<Object> all = new ArrayList<>();
        for (String name : names) {
            all.add(Class.forName(name).getDeclaredConstructor().newInstance());
        }
        return all.iterator();
    }
}
