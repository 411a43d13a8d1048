<!DOCTYPE html>
<title><?= $title ?></title>
<?php
declare(strict_types=1);

namespace Garden\Plants;

use Garden\Soil;
use Garden\Tools\{Spade, Rake as Fork};
use function Garden\water;
use const Garden\DEPTH;
use Garden\Weather as Sky;

require_once __DIR__ . '/seeds.php';
include 'pots.php';

const ROWS = 12;
define('BEDS', 4);

/**
 * Anything that grows.
 */
interface Growing extends \Countable
{
    const SPEED = 1;

    public function grow(int $days): void;
}

/** Things that flower. */
trait Flowers
{
    private array $petals = [];

    abstract protected function colour(): string;

    public static function bouquet(self ...$flowers): array
    {
        return array_map(fn (self $one) => $one->petals, $flowers);
    }
}

#[Attribute(Attribute::TARGET_CLASS)]
final class Label
{
    public function __construct(
        public readonly string $text,
        private ?int $size = null,
    ) {
    }
}

// A season.
enum Season: string implements HasName
{
    case Spring = 'spring';
    case Autumn = 'autumn';

    const FIRST = self::Spring;

    public function next(): self
    {
        return match ($this) {
            self::Spring => self::Autumn,
            self::Autumn => self::Spring,
        };
    }
}

/**
 * A plant of the garden.
 */
#[Label('plant')]
abstract class Plant extends Being implements Growing, \JsonSerializable
{
    use Flowers, Roots {
        Flowers::colour as protected hue;
    }

    public const MAX_AGE = 99, MIN_AGE = 0;

    protected static int $planted = 0;

    /** The age in days. */
    public int $age = 0;

    public string $name {
        get => ucfirst($this->name);
        set(string $value) {
            $this->name = trim($value);
        }
    }

    /**
     * Plants it.
     *
     * @return static
     */
    #[Label('new')]
    #[Deprecated]
    public static function plant(string $name, &$bed = null): static
    {
        self::$planted++;
        $made = new static($name);
        $made->water(3)?->grow(1);
        parent::plant($name);
        return $made;
    }

    public function __destruct()
    {
        Soil::free($this);
    }

    public function grow(int $days): void
    {
        $faster = function (int $by) use ($days): int {
            return $by * $days;
        };
        $slower = static fn (int $by): int => $by;
        usort($this->petals, function ($a, $b) {
            return $a <=> $b;
        });
        $this->age += $faster(2);
    }

    abstract public function fruit(): ?Fruit;

    public function &leaf()
    {
        return new class($this) extends Leaf implements \Stringable {
            public function __toString(): string
            {
                return (string) water(1);
            }
        };
    }
}

function prune(Plant $plant, int ...$lengths): bool
{
    function inner_cut($length)
    {
        return round($length);
    }
    $method = 'grow';
    $plant->$method(1);
    foreach ($lengths as $length) {
        inner_cut($length);
    }
    return true;
}

if (!function_exists('weed')) {
    /** Defined only once. */
    function weed(): void
    {
        \Garden\Tools\pull();
    }
}

prune(new Spade(), ROWS);
$text = <<<TXT
function not_a_function() {}
TXT;
?>
<p>function neither() {}</p>
