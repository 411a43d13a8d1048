; kotlin

[(line_comment) (block_comment)] @lead

; A parameter's annotations belong to the signature.
[
  (class_declaration (modifiers (annotation) @decorator))
  (object_declaration (modifiers (annotation) @decorator))
  (companion_object (modifiers (annotation) @decorator))
  (function_declaration (modifiers (annotation) @decorator))
  (property_declaration (modifiers (annotation) @decorator))
  (secondary_constructor (modifiers (annotation) @decorator))
  (type_alias (modifiers (annotation) @decorator))
]

(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration
  (modifiers (class_modifier "enum"))
  name: (identifier) @name
  [(enum_class_body) (class_body)]? @body) @definition.enum
(class_declaration "class" name: (identifier) @name (class_body)? @body) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier)? @name (class_body)? @body) @definition.class
(object_literal (class_body) @body) @definition.class
(type_alias type: (identifier) @name) @definition.type

(class_declaration
  (delegation_specifiers
    (delegation_specifier
      [
        (user_type (identifier) @base .)
        (user_type (identifier) @base . (type_arguments) .)
        (constructor_invocation (user_type (identifier) @base .))
        (constructor_invocation (user_type (identifier) @base . (type_arguments) .))
        (explicit_delegation (user_type (identifier) @base .))
        (explicit_delegation (user_type (identifier) @base . (type_arguments) .))
      ]))) @definition.class
(object_declaration
  (delegation_specifiers
    (delegation_specifier
      [
        (user_type (identifier) @base .)
        (user_type (identifier) @base . (type_arguments) .)
        (constructor_invocation (user_type (identifier) @base .))
        (constructor_invocation (user_type (identifier) @base . (type_arguments) .))
        (explicit_delegation (user_type (identifier) @base .))
        (explicit_delegation (user_type (identifier) @base . (type_arguments) .))
      ]))) @definition.class
(companion_object
  (delegation_specifiers
    (delegation_specifier
      [
        (user_type (identifier) @base .)
        (user_type (identifier) @base . (type_arguments) .)
        (constructor_invocation (user_type (identifier) @base .))
        (constructor_invocation (user_type (identifier) @base . (type_arguments) .))
        (explicit_delegation (user_type (identifier) @base .))
        (explicit_delegation (user_type (identifier) @base . (type_arguments) .))
      ]))) @definition.class
(object_literal
  (delegation_specifiers
    (delegation_specifier
      [
        (user_type (identifier) @base .)
        (user_type (identifier) @base . (type_arguments) .)
        (constructor_invocation (user_type (identifier) @base .))
        (constructor_invocation (user_type (identifier) @base . (type_arguments) .))
      ]))) @definition.class

(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(function_declaration
  [
    (user_type (identifier) @receiver .)
    (user_type (identifier) @receiver . (type_arguments) .)
    (nullable_type (user_type (identifier) @receiver .))
    (nullable_type (user_type (identifier) @receiver . (type_arguments) .))
  ]
  .
  name: (identifier)) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.method

; Functions bound to a name, then those without one.
(property_declaration
  (variable_declaration (identifier) @name)
  (anonymous_function (function_body) @body) @definition.function @wrapped) @wrapper
(property_declaration
  (variable_declaration (identifier) @name)
  (lambda_literal) @definition.function @body @wrapped) @wrapper
(anonymous_function (function_body) @body) @definition.function

(property_declaration
  (variable_declaration (identifier) @name)
  [
    (getter (function_body))
    (setter (function_body))
  ] @body) @definition.property
(property_declaration
  [
    (user_type (identifier) @receiver .)
    (user_type (identifier) @receiver . (type_arguments) .)
    (nullable_type (user_type (identifier) @receiver .))
    (nullable_type (user_type (identifier) @receiver . (type_arguments) .))
  ]
  .
  (variable_declaration (identifier) @name)) @definition.property
(property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration (identifier) @name)) @definition.constant
(source_file (property_declaration "val" (variable_declaration (identifier) @name)) @definition.constant)

(call_expression . (identifier) @call.name)
(call_expression . (navigation_expression (_) @call.receiver . (identifier) @call.name .))
(infix_expression . (_) @call.receiver . (identifier) @call.name . (_) .)

(import (qualified_identifier) @import.module "*"? @import.star (identifier)? @import.alias)
