/// Keeps accounts: every construct a symbol reader must know stands here once.
library ledger;

import 'dart:async';
import 'dart:math' as math;
import 'package:store/book.dart' show Book, Page;
import 'src/hidden.dart' hide Secret;
export 'src/error.dart';
part 'sample.g.dart';

/// Bounds one page.
const int maxEntries = 100;

final names = <String>['a', 'b'];

const first = 'a', second = 'b';

int counter = 0;

/// Handles one.
typedef Handler<T> = FutureOr<void> Function(T entry);

typedef int Compare(Entry a, Entry b);

typedef Rows = List<Entry>;

/// A line of a book.
@immutable
class Entry extends Row<String> with Audited, Tagged implements Comparable<Entry> {
  /// The first of all.
  static const Entry none = Entry._('', 0);
  static final Map<String, Entry> _cache = {};

  final double sum;
  String? note;

  /// Makes one.
  const Entry(String id, this.sum, {this.note}) : super(id);

  const Entry._(String id, this.sum) : super(id);

  Entry.parse(String text)
      : sum = double.parse(text),
        super(text) {
    check(text);
  }

  /// Looks it up.
  factory Entry.cached(String id) {
    return _cache.putIfAbsent(id, () => Entry(id, 0));
  }

  factory Entry.other(String id) = Entry.parse;

  /// Twice the sum.
  double get doubled => sum * 2;

  set label(String value) {
    note = value.trim();
  }

  static int compare(Entry a, Entry b) {
    return a.compareTo(b);
  }

  @override
  int compareTo(Entry other) => sum.compareTo(other.sum);

  bool operator ==(Object other) => other is Entry && other.sum == sum;

  Entry operator +(Entry other) {
    return Entry(id, sum + other.sum);
  }

  // A plain comment right above.
  Future<int> run(
    int times, {
    required Handler<Entry> then,
  }) async {
    final audit = (Entry e) {
      then(e);
    };
    int twice(int n) {
      return n * 2;
    }

    audit(this);
    names.forEach((name) {
      print(name);
    });
    final roots = names.map((n) => n.length).toList();
    await Future.delayed(Duration(seconds: 1));
    this
      ..label = 'x'
      ..save();
    return twice(math.max(roots.length, times));
  }

  Stream<int> count() async* {
    yield 1;
  }

  external int clock();
}

class Row<K> {
  final K id;
  const Row(this.id);
}

/// What posts.
abstract class Poster {
  int get limit;
  set limit(int value);

  /// Only declared.
  Future<void> post(Entry entry);

  void close() {}
}

/// Can be tagged.
mixin Tagged on Row<String> implements Poster {
  void save() {
    post(this as Entry);
  }
}

mixin Audited {}

abstract interface class Closer {
  void shut();
}

sealed class Shape {}

class Alias = Row<int> with Audited;

/// One of two.
enum Side implements Signed {
  /// Takes.
  debit(-1),
  credit(1);

  const Side(this.sign);

  final int sign;

  Side flip() => this == debit ? credit : debit;
}

enum Plain { a, b }

/// Adds to strings.
extension Entries on String {
  Entry toEntry() => Entry.parse(this);

  int get twice => length * 2;
}

extension on int {
  int half() {
    return this ~/ 2;
  }
}

extension type Token(String raw) {
  bool get isEmpty => raw.isEmpty;
}

/// A function.
T pick<T extends Object>(List<T> from, [int at = 0]) {
  return from[at];
}

int half(int n) => n ~/ 2;

int get total => counter;

set total(int value) => counter = value;

external void native();

Future<void> main(List<String> args) async {
  final entry = new Entry('x', 1);
  final book = Book<Entry>.open('y');
  book?.add(entry);
  print('${entry.toEntry().half()} ${pick<String>(names)}');
}
