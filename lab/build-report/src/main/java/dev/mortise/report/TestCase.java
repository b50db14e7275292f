package dev.mortise.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * One test case of a Surefire report.
 *
 * @param name the module, the class that was run, and the method, with the class that declares it if that is another
 * @param failure the stack traces of all its runs that failed; empty if none did
 */
record TestCase(String name, double seconds, Result result, String failure) {

    /** How a test case ended, reruns included. */
    enum Result {
        PASSED,
        FAILED,
        SKIPPED
    }

    private static final Set<String> FAILED = Set.of("failure", "error");
    private static final Set<String> RERUN = Set.of("flakyFailure", "flakyError", "rerunFailure", "rerunError");

    /** Reads all test cases of one report. */
    static List<TestCase> readAll(Path report, String module)
            throws IOException, ParserConfigurationException, SAXException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document document = factory.newDocumentBuilder().parse(report.toFile());
        String suite = document.getDocumentElement().getAttribute("name");
        NodeList nodes = document.getElementsByTagName("testcase");
        List<TestCase> cases = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            cases.add(read((Element) nodes.item(i), module, suite));
        }
        return cases;
    }

    /** A failure that no report describes. */
    static TestCase failed(String module, String what, String failure) {
        return new TestCase(module + " " + what, 0, Result.FAILED, failure);
    }

    /** The folder of its module. */
    String module() {
        return name.substring(0, name.indexOf(' '));
    }

    private static TestCase read(Element element, String module, String suite) {
        Result result = Result.PASSED;
        StringBuilder failure = new StringBuilder();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            String kind = node.getNodeName();
            if (kind.equals("skipped")) {
                result = Result.SKIPPED;
            } else if (FAILED.contains(kind)) {
                result = Result.FAILED;
            }
            if (FAILED.contains(kind) || RERUN.contains(kind)) {
                failure.append(stackTrace((Element) node).strip()).append('\n');
            }
        }
        String declared = element.getAttribute("classname");
        String method = element.getAttribute("name");
        String own = declared.equals(suite) ? method : simple(declared) + "." + method;
        return new TestCase(
                module + " " + simple(suite) + "#" + own,
                Double.parseDouble(element.getAttribute("time").replace(",", "")),
                result,
                failure.toString());
    }

    /** Reruns have it in an element of its own. */
    private static String stackTrace(Element failure) {
        NodeList traces = failure.getElementsByTagName("stackTrace");
        String text = (traces.getLength() > 0 ? traces.item(0) : failure).getTextContent();
        return text == null || text.isBlank() ? failure.getAttribute("message") : text;
    }

    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
