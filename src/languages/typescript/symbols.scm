(ambient_declaration (_) @wrapped) @wrapper

(function_signature name: (identifier) @name) @definition.function
(method_signature name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @definition.method
(abstract_method_signature name: [(property_identifier) (string) (computed_property_name)] @name) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.method @wrapped) @wrapper
(public_field_definition "static" "readonly" name: (property_identifier) @name value: [(object) (array)] @body) @definition.constant
(public_field_definition "static" "readonly" name: (property_identifier) @name) @definition.constant

(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @definition.class
(abstract_class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @definition.class
(class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @definition.class
(class_declaration (class_heritage (implements_clause [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)
]))) @definition.class
(abstract_class_declaration (class_heritage (implements_clause [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)
]))) @definition.class

(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @definition.interface
(interface_declaration (extends_type_clause type: [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)
])) @definition.interface
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body) @definition.type
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(module name: (_) @name body: (statement_block) @body) @definition.module
(internal_module name: (_) @name body: (statement_block) @body) @definition.module
(ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
])
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name
    value: [(as_expression . (object) @body) (satisfies_expression . (object) @body)]) @definition.constant)
])
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name
  value: [(as_expression . (object) @body) (satisfies_expression . (object) @body)]) @definition.constant))
(export_statement "default" @name
  value: [(as_expression . (object) @body) (satisfies_expression . (object) @body)] @definition.constant)

(call_expression function: (non_null_expression (identifier) @call.name))
(call_expression function: (non_null_expression (member_expression object: (_) @call.receiver
  property: [(property_identifier) (private_property_identifier)] @call.name)))

(import_statement (import_require_clause (identifier) @import.alias @import.star source: (string) @import.module))
