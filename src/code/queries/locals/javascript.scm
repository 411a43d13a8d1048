; inherits: ecmascript

(field_definition property: [(property_identifier) (private_property_identifier)] @field value: (_)? @value)
(formal_parameters (identifier) @parameter)
(formal_parameters (assignment_pattern left: (identifier) @parameter right: (_) @optional))
(formal_parameters (rest_pattern (identifier) @parameter) @rest)
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @local))
(formal_parameters (object_pattern (pair_pattern value: (identifier) @local)))
(formal_parameters (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)))
(formal_parameters (array_pattern (identifier) @local))
