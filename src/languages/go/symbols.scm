; go

(comment) @lead

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function

(method_declaration name: (field_identifier) @name body: (block)? @body) @definition.method
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @receiver
        (pointer_type (type_identifier) @receiver)
        (generic_type type: (type_identifier) @receiver)
        (pointer_type (generic_type type: (type_identifier) @receiver))
      ]))) @definition.method

; Functions bound to a name, then those without one.
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (block) @body) @definition.function @wrapped .)) @wrapper
(var_spec
  name: (identifier) @name
  value: (expression_list . (func_literal body: (block) @body) @definition.function @wrapped .)) @wrapper
(var_declaration "var" . (var_spec) @wrapped) @wrapper
(func_literal body: (block) @body) @definition.function

(type_declaration "type" . [(type_spec) (type_alias)] @wrapped) @wrapper
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

(type_spec
  type: (struct_type
    (field_declaration_list
      (field_declaration
        !name
        type: [
          (type_identifier) @base
          (qualified_type) @base
          (generic_type type: (_) @base)
        ])))) @definition.struct
(type_spec
  type: (interface_type
    (type_elem
      .
      [
        (type_identifier) @base
        (qualified_type) @base
        (generic_type type: (_) @base)
      ]
      .))) @definition.interface

(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))

; At file level only: constants in functions are local.
(source_file (const_declaration "const" . (const_spec) @wrapped) @wrapper)
(source_file
  (const_declaration
    (const_spec . name: (identifier) @name @definition.constant @wrapped . "," name: (identifier)) @wrapper))
(source_file (const_declaration (const_spec . name: (identifier) @name) @definition.constant))
(source_file
  (const_declaration
    (const_spec name: (identifier) "," name: (identifier) @name @definition.constant @wrapped) @wrapper))

(call_expression function: (identifier) @call.name)
(call_expression function: (selector_expression operand: (_) @call.receiver field: (field_identifier) @call.name))
(call_expression function: (parenthesized_expression (identifier) @call.name))
(call_expression
  function: (index_expression operand: (identifier) @call.name))
(call_expression
  function: (index_expression
    operand: (selector_expression operand: (_) @call.receiver field: (field_identifier) @call.name)))
(call_expression
  function: (type_instantiation_expression type: (type_identifier) @call.name))

(import_spec !name path: (_) @import.module)
(import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.module)
(import_spec name: (dot) @import.star path: (_) @import.module)
