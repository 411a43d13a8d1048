; Prototypes are functions where they stand at file level; a union is a struct; both forms of #define are macros.
; ../cpp/macros has hidden preprocessor syntax from the parser.

(comment) @lead
[(attribute_specifier) (attribute_declaration)] @decorator

(preproc_function_def name: (identifier) @name value: (_) @body) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def name: (identifier) @name) @definition.macro

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ]
  body: (_) @body) @definition.function

; Prototypes and constants, by what may stand around them at file level: OUTSIDE is each of the nodes that outside.ts names.
(OUTSIDE
  (declaration
    declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
      (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
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

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum

(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))]
  declarator: (type_identifier) @name @definition.struct @wrapped) @wrapper
(type_definition
  type: (enum_specifier !name body: (_))
  declarator: (type_identifier) @name @definition.enum @wrapped) @wrapper
(type_definition declarator: (type_identifier) @name @definition.type @wrapped) @wrapper
(type_definition
  declarator: [
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ] @definition.type @wrapped) @wrapper

(call_expression function: (identifier) @call.name)
(call_expression function: (field_expression argument: (_) @call.receiver field: (field_identifier) @call.name))

(preproc_include path: (_) @import.module) @import.bare
