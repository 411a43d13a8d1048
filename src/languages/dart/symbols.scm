; dart

[(comment) (documentation_comment) (annotation)] @lead

(class_definition name: (identifier) @name body: (class_body) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(extension_type_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(extension_declaration name: (identifier) @name body: (extension_body) @body) @definition.impl
(extension_declaration !name class: (_) @name body: (extension_body) @body) @definition.impl

(class_definition superclass: (superclass (type_identifier) @base)) @definition.class
(class_definition superclass: (superclass (mixins (type_identifier) @base))) @definition.class
(class_definition interfaces: (interfaces (type_identifier) @base)) @definition.class
(class_definition (mixin_application_class (mixin_application (type_identifier) @base))) @definition.class
(class_definition (mixin_application_class (mixin_application (mixins (type_identifier) @base)))) @definition.class
(class_definition (mixin_application_class (mixin_application (interfaces (type_identifier) @base)))) @definition.class
(mixin_declaration (type_identifier) @base) @definition.trait
(mixin_declaration (interfaces (type_identifier) @base)) @definition.trait
(enum_declaration (mixins (type_identifier) @base)) @definition.enum
(enum_declaration (interfaces (type_identifier) @base)) @definition.enum
(extension_type_declaration (interfaces (type_identifier) @base)) @definition.class

(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type
(type_alias (type_identifier) @name . (type_parameters) . (formal_parameter_list)) @definition.type
(type_alias "typedef" . (type_identifier) @name . "=") @definition.type
(type_alias "typedef" . (type_identifier) @name . (type_parameters) . "=") @definition.type

; A body is a sibling of its signature.
(program (function_signature name: (identifier) @name) @definition.function)
(program (function_signature) @definition.function . (function_body) @body)
(program "external" @head . (function_signature) @definition.function)
(program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @definition.property)
(program [(getter_signature) (setter_signature)] @definition.property . (function_body) @body)
(program "external" @head . [(getter_signature) (setter_signature)] @definition.property)
(lambda_expression (function_signature name: (identifier) @name) body: (function_body) @body) @definition.function

(_
  [
    (method_signature (function_signature name: (identifier) @name))
    (method_signature (operator_signature "operator" @name (binary_operator) @name))
    (method_signature (operator_signature "operator" @name ["[]" "[]=" "~"] @name))
    (method_signature (constructor_signature name: (identifier) @name . parameters: (_)))
    (method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list)))
  ] @definition.method
  .
  (function_body) @body)
(_
  [
    (method_signature (getter_signature name: (identifier) @name))
    (method_signature (setter_signature name: (identifier) @name))
  ] @definition.property
  .
  (function_body) @body)
(declaration
  [
    (function_signature name: (identifier) @name)
    (operator_signature "operator" @name (binary_operator) @name)
    (operator_signature "operator" @name ["[]" "[]=" "~"] @name)
    (constructor_signature name: (identifier) @name . parameters: (_))
    (constant_constructor_signature (identifier) @name . (formal_parameter_list))
    (factory_constructor_signature (identifier) @name . (formal_parameter_list))
    (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
  ]) @definition.method
(declaration
  [
    (getter_signature name: (identifier) @name)
    (setter_signature name: (identifier) @name)
  ]) @definition.property
(extension_declaration
  class: (type_identifier) @receiver
  body: (extension_body
    (method_signature [(function_signature) (operator_signature)]) @definition.method))
(extension_declaration
  class: (type_identifier) @receiver
  body: (extension_body
    (method_signature [(getter_signature) (setter_signature)]) @definition.property))

; Functions with a block, bound to a name or not.
(initialized_variable_definition
  name: (identifier) @name
  value: (function_expression body: (function_expression_body (block)) @body) @definition.function @wrapped) @wrapper
(function_expression body: (function_expression_body (block)) @body) @definition.function

(declaration
  "static"
  [(const_builtin) (final_builtin)]
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name) @definition.constant @wrapped)) @wrapper
(program
  [(const_builtin) (final_builtin)] @head
  .
  [(type_identifier) (function_type) (record_type)]?
  .
  (type_arguments)?
  .
  (nullable_type)?
  .
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name) @definition.constant))

((identifier) @call.name . (selector (argument_part)))
((selector
  [
    (unconditional_assignable_selector (identifier) @call.name)
    (conditional_assignable_selector (identifier) @call.name)
  ])
  .
  (selector (argument_part)))
; A chain's receiver is a row of siblings: up to five links of it.
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector) @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
([(identifier) (this) (super) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression) (constructor_invocation) (new_expression) (const_object_expression)] @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector) @call.receiver
  .
  (selector
    [
      (unconditional_assignable_selector (identifier) @call.name)
      (conditional_assignable_selector (identifier) @call.name)
    ])
  .
  (selector (argument_part)))
(cascade_section (cascade_selector (identifier) @call.name) . (argument_part))
; The grammar takes a call with type arguments for two comparisons.
(relational_expression
  .
  (relational_expression . (identifier) @call.name)
  (parenthesized_expression) .)
(new_expression . (type_identifier) @call.name . [(type_arguments) (arguments)])
(new_expression . (type_identifier) @call.receiver . (type_arguments)? @call.receiver . (identifier) @call.name)
(const_object_expression (type_identifier) @call.name . [(type_arguments) (arguments)])
(const_object_expression
  (type_identifier) @call.receiver . (type_arguments)? @call.receiver . (identifier) @call.name)
(constructor_invocation
  . (type_identifier) @call.receiver . (type_arguments)? @call.receiver . (identifier) @call.name)

(import_specification (configurable_uri) @import.module "as" (identifier) @import.alias)
(import_specification (configurable_uri) @import.module (combinator "show" (identifier) @import.name))
(import_specification (configurable_uri) @import.module @import.star .)
(import_specification (configurable_uri) @import.module @import.star . (combinator "hide"))
(library_export (configurable_uri) @import.module @import.star @import.export .)
(library_export (configurable_uri) @import.module @import.star @import.export . (combinator "hide"))
(library_export (configurable_uri) @import.module @import.export (combinator "show" (identifier) @import.name))
(part_directive (uri) @import.module @import.star)
