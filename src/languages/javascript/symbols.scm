(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.method @wrapped) @wrapper

(class_declaration (class_heritage [(identifier) (member_expression)] @base)) @definition.class
(class (class_heritage [(identifier) (member_expression)] @base)) @definition.class

(import_statement (import_clause (named_imports
  (import_specifier "default" @import.default alias: (identifier) @import.alias))) source: (string) @import.module)
