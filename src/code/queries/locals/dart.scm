; Dart
