; csharp

(comment) @lead

; A parameter's attributes belong to the signature.
(compilation_unit (_ (attribute_list) @decorator))
(declaration_list (_ (attribute_list) @decorator))
(block (local_function_statement (attribute_list) @decorator))

(namespace_declaration name: (_) @name body: (declaration_list) @body) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module

(class_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.class
(interface_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.interface
(struct_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.struct
(record_declaration "struct" name: (identifier) @name body: (declaration_list)? @body) @definition.struct
(record_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.class
(enum_declaration name: (identifier) @name body: (enum_member_declaration_list) @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type

(class_declaration
  (base_list
    [
      (identifier) @base
      (qualified_name) @base
      (generic_name (identifier) @base)
      (primary_constructor_base_type type: [(identifier) (qualified_name)] @base)
      (primary_constructor_base_type type: (generic_name (identifier) @base))
    ])) @definition.class
(record_declaration
  (base_list
    [
      (identifier) @base
      (qualified_name) @base
      (generic_name (identifier) @base)
      (primary_constructor_base_type type: [(identifier) (qualified_name)] @base)
      (primary_constructor_base_type type: (generic_name (identifier) @base))
    ])) @definition.class
(struct_declaration
  (base_list
    [
      (identifier) @base
      (qualified_name) @base
      (generic_name (identifier) @base)
    ])) @definition.struct
(interface_declaration
  (base_list
    [
      (identifier) @base
      (qualified_name) @base
      (generic_name (identifier) @base)
    ])) @definition.interface

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(destructor_declaration "~" @name name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration "operator" @name operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration
  "operator" @name
  type: (generic_name (identifier) @name)
  body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name body: (_)? @body) @definition.method
; Where the tree holds errors, `else if (…)` may look like one.
((local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
  (#not-any-of? @name "if" "for" "foreach" "while" "switch" "catch" "lock" "using" "fixed" "return"))

(property_declaration name: (identifier) @name [(accessor_list) (arrow_expression_clause)] @body) @definition.property
(indexer_declaration "this" @name [(accessor_list) (arrow_expression_clause)] @body) @definition.property
(event_declaration name: (identifier) @name accessors: (accessor_list)? @body) @definition.property
(event_field_declaration
  (variable_declaration
    (variable_declarator name: (identifier) @name) @definition.property @wrapped)) @wrapper

; Anonymous functions with a block, bound to a name or not.
(local_declaration_statement
  (variable_declaration
    (variable_declarator
      name: (identifier) @name
      [
        (lambda_expression body: (block) @body)
        (anonymous_method_expression (block) @body)
      ] @definition.function @wrapped))) @wrapper
(field_declaration
  (variable_declaration
    (variable_declarator
      name: (identifier) @name
      [
        (lambda_expression body: (block) @body)
        (anonymous_method_expression (block) @body)
      ] @definition.function @wrapped))) @wrapper
(lambda_expression body: (block) @body) @definition.function
(anonymous_method_expression (block) @body) @definition.function

(field_declaration
  (modifier "const")
  (variable_declaration
    (variable_declarator name: (identifier) @name) @definition.constant @wrapped)) @wrapper
(field_declaration
  (modifier "static")
  (modifier "readonly")
  (variable_declaration
    (variable_declarator name: (identifier) @name) @definition.constant @wrapped)) @wrapper
(field_declaration
  (modifier "readonly")
  (modifier "static")
  (variable_declaration
    (variable_declarator name: (identifier) @name) @definition.constant @wrapped)) @wrapper

(invocation_expression function: (identifier) @call.name)
(invocation_expression function: (generic_name (identifier) @call.name))
(invocation_expression
  function: (member_access_expression
    expression: _ @call.receiver
    name: [
      (identifier) @call.name
      (generic_name (identifier) @call.name)
    ]))
(invocation_expression
  function: (conditional_access_expression
    condition: _ @call.receiver
    (member_binding_expression
      name: [
        (identifier) @call.name
        (generic_name (identifier) @call.name)
      ])))
(object_creation_expression
  type: [
    (identifier) @call.name
    (generic_name (identifier) @call.name)
    (qualified_name
      qualifier: (_) @call.receiver
      name: [
        (identifier) @call.name
        (generic_name (identifier) @call.name)
      ])
  ])

(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @import.module @import.star)
(using_directive name: (identifier) @import.alias "=" (_) @import.module)
