# frozen_string_literal: true

require "set"
require_relative "../lib/store"

# Everything about the shelf.
module Library
  VERSION = "1.2.0"
  SHELVES = %w[poetry prose].freeze

  # Raised when a book is gone.
  class MissingBook < StandardError
    # The title that was asked for.
    attr_reader :title

    def initialize(title)
      @title = title
      super("no book called #{title}")
    end
  end

  Emptied = Class.new(MissingBook)

  Point = Struct.new(:row, :column) do
    def distance
      Math.sqrt(row**2 + column**2)
    end
  end

  # Things that can be lent.
  module Lendable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def lent_for(days)
        @days = days
      end
    end

    def lend(to:, until_day: nil)
      check_out(to)
    end
  end

  class Book
    include Lendable
    extend Enumerable

    LIMIT = 3

    attr_accessor :author, :year
    attr_writer "note"

    class << self
      def create(*args, **options, &block)
        book = new(*args)
        block.call(book) if block
        book
      end

      private

      def registry = @registry ||= Set.new
    end

    def self.from_line(line)
      create(line.strip)
    end

    # Compares by year.
    # Earlier comes first.
    def <=>(other)
      year <=> other.year
    end

    def [](key)
      @pages[key]
    end

    def []=(key, value)
      @pages[key] = value
    end

    def +(other) = Shelf.new([self, other])

    def -@
      nil
    end

    def lent?
      !@lent_to.nil?
    end

    def return!
      def undo
        @lent_to = nil
      end
      @lent_to = nil
    end

    def title=(text)
      @title = text
    end

    alias name title
    alias_method :old?, :lent?

    %w[front back].each do |side|
      define_method("#{side}_cover") { side }
    end

    define_method(:spine) do |width = 2|
      width * 2
    end

    define_singleton_method :shelf_mark do
      "QA"
    end

    private def secret(level)
      level + 1
    end

    protected

    def shield
      yield self
    rescue MissingBook => e
      warn e.message
    ensure
      log { "done" }
    end
  end
end

# Books again: the class is reopened.
class Library::Book
  def pages
    @pages ||= []
  end
end

class Library::Shelf < Library::Book
  include Comparable, Library::Lendable

  DOUBLE = ->(x) { x * 2 }
  TRIPLE = lambda do |x|
    x * 3
  end

  def sort_all
    half = proc { |x| x / 2 }
    @books.map(&half).sort_by { |book| book.year }
    @books.each(-> { tidy(1) })
    @books&.compact
    Library::Book.create("a").lend(to: half)
  end
end

def Library.open(path)
  File.open(path) { |file| file.read }
end

def main(argv = ARGV)
  text = <<~TEXT
    def not_a_method
    end
  TEXT
  puts text, argv
  Library::Shelf.new.sort_all
end

main(ARGV) if __FILE__ == $PROGRAM_NAME

BEGIN { puts "first" }
__END__
def not_code
end
