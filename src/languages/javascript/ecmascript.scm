; Shared by JavaScript and TypeScript.

(comment) @lead
(decorator) @lead

(export_statement declaration: (_) @wrapped) @wrapper
(export_statement value: (_) @wrapped) @wrapper
(lexical_declaration . (variable_declarator) @wrapped .) @wrapper
(variable_declaration . (variable_declarator) @wrapped .) @wrapper
(expression_statement (assignment_expression) @wrapped) @wrapper

; Functions

(function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function

(variable_declarator name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.function @wrapped) @wrapper

(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @receiver property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @definition.method @wrapped
  (#eq? @_prototype "prototype")) @wrapper
(assignment_expression
  left: (member_expression property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.function @wrapped) @wrapper
(assignment_expression left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.function @wrapped) @wrapper

(export_statement "default" @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.function)

(method_definition
  name: [(property_identifier) (private_property_identifier) (string) (number) (computed_property_name)] @name
  body: (statement_block) @body) @definition.method
(pair key: [(property_identifier) (string) (number)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @definition.method @wrapped) @wrapper

(function_expression name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function name: (identifier) @name body: (statement_block) @body) @definition.function
(function_expression body: (statement_block) @body) @definition.function
(generator_function body: (statement_block) @body) @definition.function
(arrow_function body: (statement_block) @body) @definition.function

; Classes

(class_declaration name: (_) @name body: (class_body) @body) @definition.class
(variable_declarator name: (identifier) @name value: (class body: (class_body) @body) @definition.class @wrapped) @wrapper
(assignment_expression
  left: [(identifier) @name (member_expression property: (property_identifier) @name)]
  right: (class body: (class_body) @body) @definition.class @wrapped) @wrapper
(export_statement "default" @name value: (class body: (class_body) @body) @definition.class)
(class name: (_) @name body: (class_body) @body) @definition.class
(class body: (class_body) @body) @definition.class

; Constants

(program [(lexical_declaration (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant)
          (variable_declaration (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant)])
(program [(lexical_declaration (variable_declarator name: (identifier) @name value: (_)) @definition.constant)
          (variable_declaration (variable_declarator name: (identifier) @name value: (_)) @definition.constant)])
(export_statement
  declaration: [(lexical_declaration (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant)
                (variable_declaration (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant)])
(export_statement
  declaration: [(lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
                (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)])
(export_statement "default" @name value: (object) @body @definition.constant)
(program (lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments . [(function_expression) (arrow_function)]) @body)) @definition.constant))
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments . [(function_expression) (arrow_function)]) @body)) @definition.constant))

; Calls

(call_expression function: [(identifier) (super)] @call.name)
(call_expression function: (member_expression object: (_) @call.receiver
  property: [(property_identifier) (private_property_identifier)] @call.name))
(new_expression constructor: (identifier) @call.name)
(new_expression constructor: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name))

; Imports

(import_statement (import_clause (identifier) @import.alias @import.default) source: (string) @import.module)
(import_statement (import_clause (namespace_import (identifier) @import.alias @import.star)) source: (string) @import.module)
(import_statement (import_clause (named_imports
  (import_specifier name: (identifier) @import.name alias: (identifier) @import.alias))) source: (string) @import.module)
(import_statement (import_clause (named_imports
  (import_specifier name: (identifier) @import.name !alias))) source: (string) @import.module)
(import_statement . source: (string) @import.module) @import.bare
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import.bare

(variable_declarator name: (identifier) @import.alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
  (#eq? @_require "require"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name @import.alias)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
  (#eq? @_require "require"))
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
  (#eq? @_require "require"))

(export_statement (export_clause (export_specifier name: (_) @import.name !alias)) source: (string) @import.module) @import.export
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias))
  source: (string) @import.module) @import.export
(export_statement (export_clause (export_specifier name: (_) @import.name !alias)) !source) @import.export
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias)) !source) @import.export
(export_statement "*" @import.star source: (string) @import.module) @import.export
(export_statement (namespace_export (_) @import.alias) @import.star source: (string) @import.module) @import.export
(export_statement "default" @import.alias value: (identifier) @import.name) @import.export
