package dev.mortise.examples.flashsale;

/**
 * One item sold.
 *
 * @param process the process that sold it
 * @param item its number: what the stock read before it was sold
 */
record Order(String process, int item) {

    static Order parse(String text) {
        int space = text.indexOf(' ');
        return new Order(text.substring(0, space), Integer.parseInt(text.substring(space + 1)));
    }

    @Override
    public String toString() {
        return process + " " + item;
    }
}
