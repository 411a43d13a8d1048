import React, { useState } from "react";

interface Props {
  title: string;
}

/** A button that counts. */
export const Counter: React.FC<Props> = ({ title, children }) => {
  const [count, setCount] = useState(0);
  const click = useCallback(() => {
    setCount(count + 1);
  }, [count]);
  return (
    <ui.Panel title={title}>
      <Button onClick={() => click()} icon={<Icon name="x" />}>
        {children}
      </Button>
      <div>{format(count)}</div>
    </ui.Panel>
  );
};

export default function App({ items }: { items: string[] }): JSX.Element {
  function row(item: string) {
    return <li key={item}>{item}</li>;
  }
  return <>{items.map((item) => row(item))}</>;
}

export const Memo = React.memo(function Inner(props: Props) {
  return <Counter {...props} />;
});

const Context = React.createContext<Props | null>(null);

class Legacy extends React.Component<Props> {
  state = {};
  render() {
    return <Context.Provider value={null}>{this.props.title}</Context.Provider>;
  }
}

const generic = <T,>(value: T) => value;
