; rust

[(line_comment) (block_comment) (attribute_item)] @lead

(function_item name: [(identifier) (metavariable)] @name body: (block) @body) @definition.function
(function_signature_item name: [(identifier) (metavariable)] @name) @definition.function
(impl_item
  type: [
    (type_identifier) @receiver
    (primitive_type) @receiver
    (tuple_type) @receiver
    (unit_type) @receiver
    (array_type) @receiver
    (scoped_type_identifier name: (_) @receiver)
    (generic_type type: (type_identifier) @receiver)
    (generic_type type: (scoped_type_identifier name: (_) @receiver))
    (dynamic_type trait: (type_identifier) @receiver)
    (reference_type
      type: [
        (type_identifier) @receiver
        (primitive_type) @receiver
        (tuple_type) @receiver
        (array_type) @receiver
        (scoped_type_identifier name: (_) @receiver)
        (generic_type type: (type_identifier) @receiver)
      ])
    (pointer_type type: (type_identifier) @receiver)
  ]
  body: (declaration_list (function_item) @definition.function))

; Closures with a block, bound to a name or not.
(let_declaration
  pattern: (identifier) @name
  value: (closure_expression body: [(block) (async_block)] @body) @definition.function @wrapped) @wrapper
(closure_expression body: [(block) (async_block)] @body) @definition.function

(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @definition.trait
(trait_item
  bounds: (trait_bounds
    [
      (type_identifier) @base
      (scoped_type_identifier) @base
      (generic_type type: (_) @base)
    ])) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.module
(macro_definition name: (identifier) @name . (macro_rule) @body) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro

(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (tuple_type) @name
    (unit_type) @name
    (array_type) @name
    (scoped_type_identifier name: (_) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (_) @name))
    (dynamic_type trait: (type_identifier) @name)
    (reference_type
      type: [
        (type_identifier) @name
        (primitive_type) @name
        (tuple_type) @name
        (array_type) @name
        (scoped_type_identifier name: (_) @name)
        (generic_type type: (type_identifier) @name)
      ])
    (pointer_type type: (type_identifier) @name)
  ]
  body: (declaration_list) @body) @definition.impl
(impl_item
  trait: [
      (type_identifier) @base
      (scoped_type_identifier) @base
      (generic_type type: (_) @base)
    ]) @definition.impl

; Only outside functions: others are local.
(source_file [(const_item name: (identifier) @name) (static_item name: (identifier) @name)] @definition.constant)
(declaration_list [(const_item name: (identifier) @name) (static_item name: (identifier) @name)] @definition.constant)

(call_expression function: (identifier) @call.name)
(call_expression function: (scoped_identifier path: (_) @call.receiver name: (identifier) @call.name))
(call_expression function: (field_expression value: (_) @call.receiver field: (field_identifier) @call.name))
(call_expression
  function: (generic_function
    function: [
      (identifier) @call.name
      (scoped_identifier path: (_) @call.receiver name: (identifier) @call.name)
      (field_expression value: (_) @call.receiver field: (field_identifier) @call.name)
    ]))
(macro_invocation macro: (identifier) @call.name)
(macro_invocation macro: (scoped_identifier path: (_) @call.receiver name: (identifier) @call.name))

; Arguments of macros are not parsed: a name before a parenthesis counts as a call.
(macro_invocation (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "(")))
(macro_invocation (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "(")))
(macro_invocation (token_tree (identifier) @call.name . (token_tree "(")))
(macro_invocation (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "("))))
(macro_invocation (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "("))))
(macro_invocation (token_tree (token_tree (identifier) @call.name . (token_tree "("))))
(macro_invocation (token_tree (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "(")))))
(macro_invocation (token_tree (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "(")))))
(macro_invocation (token_tree (token_tree (token_tree (identifier) @call.name . (token_tree "(")))))
(macro_invocation (token_tree (token_tree (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "("))))))
(macro_invocation (token_tree (token_tree (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "("))))))
(macro_invocation (token_tree (token_tree (token_tree (token_tree (identifier) @call.name . (token_tree "("))))))
(macro_rule right: (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "(")))
(macro_rule right: (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "(")))
(macro_rule right: (token_tree (identifier) @call.name . (token_tree "(")))
(macro_rule right: (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "("))))
(macro_rule right: (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "("))))
(macro_rule right: (token_tree (token_tree (identifier) @call.name . (token_tree "("))))
(macro_rule right: (token_tree (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "(")))))
(macro_rule right: (token_tree (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "(")))))
(macro_rule right: (token_tree (token_tree (token_tree (identifier) @call.name . (token_tree "(")))))
(macro_rule right: (token_tree (token_tree (token_tree (token_tree (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "("))))))
(macro_rule right: (token_tree (token_tree (token_tree (token_tree (self) @call.receiver . "." . (identifier) @call.name . (token_tree "("))))))
(macro_rule right: (token_tree (token_tree (token_tree (token_tree (identifier) @call.name . (token_tree "("))))))

(token_repetition (identifier) @call.receiver . "::" . (identifier) @call.name . (token_tree "("))
(token_repetition (identifier) @call.name . (token_tree "("))

(use_declaration
  (visibility_modifier)? @import.export
  argument: [
        (identifier) @import.name
        (self) @_self
        (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
        (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
        (use_as_clause path: (self) alias: (identifier) @import.alias)
        (use_as_clause
          path: (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
          alias: (identifier) @import.alias)
        (use_wildcard . "*" @import.star)
        (use_wildcard (_) @import.module "*" @import.star)
      ])
(use_declaration
  (visibility_modifier)? @import.export
  argument: (scoped_use_list
    path: (_) @import.module
    list: (use_list
      [
        (identifier) @import.name
        (self) @_self
        (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
        (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
        (use_as_clause path: (self) alias: (identifier) @import.alias)
        (use_as_clause
          path: (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
          alias: (identifier) @import.alias)
        (use_wildcard . "*" @import.star)
        (use_wildcard (_) @import.module "*" @import.star)
      ])))
(use_declaration
  (visibility_modifier)? @import.export
  argument: (scoped_use_list
    path: (_) @import.module
    list: (use_list
      (scoped_use_list
    path: (_) @import.module
    list: (use_list
      [
        (identifier) @import.name
        (self) @_self
        (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
        (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
        (use_as_clause path: (self) alias: (identifier) @import.alias)
        (use_as_clause
          path: (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
          alias: (identifier) @import.alias)
        (use_wildcard . "*" @import.star)
        (use_wildcard (_) @import.module "*" @import.star)
      ])))))
(use_declaration
  (visibility_modifier)? @import.export
  argument: (scoped_use_list
    path: (_) @import.module
    list: (use_list
      (scoped_use_list
    path: (_) @import.module
    list: (use_list
      (scoped_use_list
    path: (_) @import.module
    list: (use_list
      [
        (identifier) @import.name
        (self) @_self
        (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
        (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
        (use_as_clause path: (self) alias: (identifier) @import.alias)
        (use_as_clause
          path: (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
          alias: (identifier) @import.alias)
        (use_wildcard . "*" @import.star)
        (use_wildcard (_) @import.module "*" @import.star)
      ])))))))
(extern_crate_declaration name: (identifier) @import.module !alias)
(extern_crate_declaration name: (identifier) @import.module alias: (identifier) @import.alias)
(mod_item name: (identifier) @import.module !body)
