; These patterns lack syntax that macros/ hides from the parser. Anonymous namespaces are no symbols; out-of-line members are
; methods that bear the class as receiver; the initialisers of a constructor are no part of its signature.

(comment) @lead
[(attribute_specifier) (attribute_declaration)] @decorator

(preproc_function_def name: (identifier) @name value: (_) @body) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def name: (identifier) @name) @definition.macro

(namespace_definition name: (_) @name body: (_) @body) @definition.module

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier name: (type_identifier) @name)
    (qualified_identifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier name: (qualified_identifier name: (type_identifier) @name))
  ]
  body: (_) @body) @definition.class
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_)) @definition.class
(struct_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier name: (type_identifier) @name)
    (qualified_identifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier name: (qualified_identifier name: (type_identifier) @name))
  ]
  body: (_) @body) @definition.struct
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_)) @definition.struct
(union_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier name: (type_identifier) @name)
    (qualified_identifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier name: (qualified_identifier name: (type_identifier) @name))
  ]
  body: (_) @body) @definition.struct
(union_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_)) @definition.struct
(enum_specifier name: [(type_identifier) @name (qualified_identifier name: (type_identifier) @name)] body: (_) @body) @definition.enum

(template_declaration
  [
    (function_definition) (declaration) (friend_declaration) (class_specifier) (struct_specifier) (union_specifier)
    (alias_declaration) (concept_definition) (template_declaration) (field_declaration)
  ] @wrapped) @wrapper
(friend_declaration [(function_definition) (declaration)] @wrapped) @wrapper

(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))))
    (reference_declarator (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))
    (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))))
    (reference_declarator (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))))
    (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)]))))))
    (reference_declarator (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @receiver (template_type name: (type_identifier) @receiver) (dependent_name (template_type name: (type_identifier) @receiver))] name: [(identifier) @name (destructor_name) @name (operator_name) @name (operator_cast) @name (template_function name: (identifier) @name)])))
  ]) @definition.method
(function_definition declarator: (operator_cast) @name) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)
    (function_declarator declarator: (template_function name: (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (array_declarator declarator: (parenthesized_declarator (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))
  ]) @definition.function
(function_definition (field_initializer_list) @body) @definition.function
(function_definition body: (_) @body) @definition.function

; Prototypes and constants, by what may stand around them outside of functions: grammar.ts names the nodes.
(DECLARING
  (declaration
    declarator: [
      (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)
      (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
      (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))
      (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))
      (operator_cast) @name
    ]) @definition.function)
(OUTSIDE
  (declaration
    (type_qualifier ["const" "constexpr"])
    declarator: (init_declarator
      declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @name))
        (pointer_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      ])) @definition.constant)
(field_declaration
  declarator: [
    (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))
    (operator_cast) @name
  ]) @definition.method
(field_declaration
  (storage_class_specifier "static")
  (type_qualifier ["const" "constexpr"])
  declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (field_identifier) @name)
  ]
  default_value: (_)) @definition.constant

; Functions bound to a name, then those that are not.
(declaration
  declarator: (init_declarator
    declarator: (identifier) @name
    value: (lambda_expression body: (_) @body) @definition.function @wrapped)) @wrapper
(lambda_expression body: (_) @body) @definition.function

(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_)) (class_specifier !name body: (_))]
  declarator: (type_identifier) @name @definition.struct @wrapped) @wrapper
(type_definition
  type: (enum_specifier !name body: (_))
  declarator: (type_identifier) @name @definition.enum @wrapped) @wrapper
(type_definition declarator: (type_identifier) @name @definition.type @wrapped) @wrapper
(type_definition
  declarator: [
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (reference_declarator (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ] @definition.type @wrapped) @wrapper

(call_expression function: (identifier) @call.name)
(call_expression function: (template_function name: (identifier) @call.name))
(call_expression function: (field_expression argument: (_) @call.receiver field: (field_identifier) @call.name))
(call_expression
  function: (field_expression argument: (_) @call.receiver field: (template_method name: (field_identifier) @call.name)))
(call_expression
  function: (qualified_identifier
    scope: (_) @call.receiver
    name: [(identifier) @call.name (template_function name: (identifier) @call.name)]))
(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      scope: (_) @call.receiver
      name: [(identifier) @call.name (template_function name: (identifier) @call.name)])))
(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      name: (qualified_identifier
        scope: (_) @call.receiver
        name: [(identifier) @call.name (template_function name: (identifier) @call.name)]))))
(new_expression type: [(type_identifier) @call.name (template_type name: (type_identifier) @call.name)])
(new_expression type: (qualified_identifier scope: (_) @call.receiver name: (type_identifier) @call.name))
(new_expression
  type: (qualified_identifier scope: (_) @call.receiver name: (template_type name: (type_identifier) @call.name)))

(preproc_include path: (_) @import.module) @import.bare
(using_declaration "namespace" [(identifier) (qualified_identifier)] @import.module) @import.star
(using_declaration (qualified_identifier scope: (_) @import.module name: (identifier) @import.name))
