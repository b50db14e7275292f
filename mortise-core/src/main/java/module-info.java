/** Distributed locks for Java: the API, the engine behind it, and the SPI of stores. */
module dev.mortise {
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.mortise;
    exports dev.mortise.memory;
    exports dev.mortise.spi;

    uses dev.mortise.spi.StoreProvider;
}
