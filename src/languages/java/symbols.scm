; java

[(line_comment) (block_comment)] @lead

; A parameter's annotations belong to the signature.
[
  (class_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (interface_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (annotation_type_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (enum_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (record_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (method_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (compact_constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (annotation_type_element_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (field_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (constant_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
  (local_variable_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
]

(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(record_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(interface_declaration name: (identifier) @name body: (interface_body) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (annotation_type_body) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum

; new Listener() { … }
(object_creation_expression
  type: [
    (type_identifier) @base
    (scoped_type_identifier) @base
    (generic_type . (_) @base)
  ]
  (class_body) @definition.class @body @wrapped) @wrapper

(class_declaration
  superclass: (superclass
    [
      (type_identifier) @base
      (scoped_type_identifier) @base
      (generic_type . (_) @base)
    ])) @definition.class
(class_declaration
  interfaces: (super_interfaces
    (type_list
      [
        (type_identifier) @base
        (scoped_type_identifier) @base
        (generic_type . (_) @base)
      ]))) @definition.class
(record_declaration
  interfaces: (super_interfaces
    (type_list
      [
        (type_identifier) @base
        (scoped_type_identifier) @base
        (generic_type . (_) @base)
      ]))) @definition.class
(enum_declaration
  interfaces: (super_interfaces
    (type_list
      [
        (type_identifier) @base
        (scoped_type_identifier) @base
        (generic_type . (_) @base)
      ]))) @definition.enum
(interface_declaration
  (extends_interfaces
    (type_list
      [
        (type_identifier) @base
        (scoped_type_identifier) @base
        (generic_type . (_) @base)
      ]))) @definition.interface

(method_declaration name: (identifier) @name body: (block)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (constructor_body) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (block) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method

; Lambdas with a block, bound to a name or not.
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (lambda_expression body: (block) @body) @definition.function @wrapped)) @wrapper
(field_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (lambda_expression body: (block) @body) @definition.function @wrapped)) @wrapper
(lambda_expression body: (block) @body) @definition.function

(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @name) @definition.constant @wrapped) @wrapper
(field_declaration
  (modifiers "final" "static")
  declarator: (variable_declarator name: (identifier) @name) @definition.constant @wrapped) @wrapper
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.constant @wrapped) @wrapper

(method_invocation !object name: (identifier) @call.name)
(method_invocation object: (_) @call.receiver name: (identifier) @call.name)
(object_creation_expression
  type: [
    (type_identifier) @call.name
    (generic_type . (type_identifier) @call.name)
    (scoped_type_identifier (_) @call.receiver (type_identifier) @call.name .)
    (generic_type . (scoped_type_identifier (_) @call.receiver (type_identifier) @call.name .))
  ])

(import_declaration (scoped_identifier) @import.module (asterisk) @import.star)
(import_declaration (identifier) @import.module (asterisk) @import.star)
(import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) .)
(import_declaration (identifier) @import.module .)
