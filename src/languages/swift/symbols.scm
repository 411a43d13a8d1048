; Protocols are interfaces, actors classes, extensions impl. `name:` also marks return types, hence the anchors behind keywords.

[(comment) (multiline_comment)] @lead
(attribute) @decorator

(protocol_declaration name: (_) @name body: (_) @body) @definition.interface
(protocol_declaration (inheritance_specifier inherits_from: (_) @base)) @definition.interface
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: ["class" "actor"] (inheritance_specifier inherits_from: (_) @base)) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "struct" (inheritance_specifier inherits_from: (_) @base)) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "enum" (inheritance_specifier inherits_from: (_) @base)) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name .) body: (_) @body) @definition.impl
(class_declaration declaration_kind: "extension" (inheritance_specifier inherits_from: (_) @base)) @definition.impl

(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(class_declaration
  declaration_kind: "extension"
  name: (user_type (type_identifier) @receiver .)
  body: (_ [(function_declaration) (init_declaration) (subscript_declaration)] @definition.method))

(function_declaration "func" . name: _ @name body: (_) @body) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name body: (_) @body) @definition.method
(init_declaration name: "init" @name) @definition.method
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(class_body (subscript_declaration (computed_property) @body) @definition.method)
(enum_class_body (subscript_declaration (computed_property) @body) @definition.method)

(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (computed_property) @body) @definition.property
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (willset_didset_block) @body) @definition.property

; A closure is a function where a name is bound to it; passed as an argument it is a mere expression.
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal) @body) @definition.function
(source_file
  (property_declaration
    (value_binding_pattern mutability: "let")
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(class_declaration
  body: (_
    (property_declaration
      (modifiers (property_modifier "static"))
      (value_binding_pattern mutability: "let")
      name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant))

(call_expression (simple_identifier) @call.name (call_suffix (value_arguments "(")))
(call_expression (simple_identifier) @call.name (call_suffix . (lambda_literal)))
(call_expression
  (navigation_expression target: (_) @call.receiver suffix: (navigation_suffix suffix: (simple_identifier) @call.name))
  (call_suffix (value_arguments "(")))
(call_expression
  (navigation_expression target: (_) @call.receiver suffix: (navigation_suffix suffix: (simple_identifier) @call.name))
  (call_suffix . (lambda_literal)))
(call_expression
  (prefix_expression operation: "." target: (simple_identifier) @call.name)
  (call_suffix (value_arguments "(")))
(constructor_expression constructed_type: (user_type (type_identifier) @call.name .))

(import_declaration (identifier . (simple_identifier) @import.module .)) @import.star
(import_declaration (identifier . (simple_identifier) @import.module . (simple_identifier) @import.name .))
