/** A dock as tests of the memory beside its code change it: three functions, two of them with a loop over its gates. */
export const DOCK = `def flood(dock, tide):
    for gate in dock.gates:
        gate.open(tide)
    dock.level = tide.height
    return dock


def drain(dock, pumps):
    while dock.level > 0:
        dock.level -= sum(pump.rate for pump in pumps)
    for gate in dock.gates:
        gate.seal()
    return dock


def paint(dock, colour):
    return [wall.coat(colour) for wall in dock.walls]
`;
