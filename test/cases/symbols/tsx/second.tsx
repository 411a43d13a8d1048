import { createContext, memo, useContext, useEffect, useState, type ReactNode } from "react";
import { tideAt, type Tide } from "./tides";

type Unit = "m" | "ft";

interface ChartProps<T extends Tide> {
  readonly tides: readonly T[];
  readonly onPick?: (tide: T) => void;
  children?: ReactNode;
}

const UnitContext = createContext<Unit>("m");

export function useUnit(): Unit {
  return useContext(UnitContext);
}

function inUnit(height: number, unit: Unit) {
  return unit === "m" ? height : height * 3.28;
}

export const Bar = ({ tide }: { tide: Tide }) => {
  const unit = useUnit();
  return <rect height={inUnit(tide.height, unit)} width={4} />;
};

export const Legend = memo(function Legend({ children }: { children: ReactNode }) {
  return <g className="legend">{children}</g>;
});

export default function Chart<T extends Tide>({ tides, onPick, children }: ChartProps<T>) {
  const [picked, setPicked] = useState<T | null>(null);
  const pick = (tide: T) => {
    setPicked(tide);
    onPick?.(tide);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setPicked(null);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <svg aria-label={picked === null ? "tides" : `tide of ${picked.height}`}>
      {tides.map((tide) => (
        <g key={tide.at} onClick={() => pick(tide)}>
          <Bar tide={tide} />
        </g>
      ))}
      <Legend>{children}</Legend>
    </svg>
  );
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    return this.state.failed ? <p>No tides today</p> : this.props.children;
  }
}

export enum Moon {
  New,
  Full,
}

export const now = async () => <Chart tides={[await tideAt(Date.now())]} />;
