package dev.mortise.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the rule of Mortise's contract, {@code C1} to {@code C15}, that a test shows. */
@Documented
@Repeatable(ContractRule.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ContractRule {

    /** The number of the rule, such as {@code C4}. */
    String value();

    /** Several rules shown by one test. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface All {
        /** The rules. */
        ContractRule[] value();
    }
}
