package fixedbugs

import "sync/atomic"

// live counts the counted objects.
var live atomic.Int64

// A PacketBuffer of gVisor is counted.
type PacketBuffer struct {
	refs atomic.Int64
	data []byte
}

// NewPacketBuffer returns a packet with one reference.
func NewPacketBuffer(data []byte) *PacketBuffer {
	p := &PacketBuffer{data: data}
	p.refs.Store(1)
	live.Add(1)
	return p
}

// IncRef adds a reference.
func (p *PacketBuffer) IncRef() *PacketBuffer {
	p.refs.Add(1)
	return p
}

// DecRef gives a reference up.
func (p *PacketBuffer) DecRef() {
	switch n := p.refs.Add(-1); {
	case n < 0:
		panic("double DecRef")
	case n == 0:
		live.Add(-1)
	}
}

// A queue takes references of its own.
type queue struct{ packets []*PacketBuffer }

func (q *queue) deliver(p *PacketBuffer) { q.packets = append(q.packets, p.IncRef()) }

func (q *queue) drain() {
	for _, p := range q.packets {
		p.DecRef()
	}
	q.packets = nil
}

// A namespace of mounts is counted.
type namespace struct {
	refs atomic.Int64
	root string
}

func NewNamespace(root string) *namespace {
	n := &namespace{root: root}
	n.refs.Store(1)
	live.Add(1)
	return n
}

func (n *namespace) IncRef() { n.refs.Add(1) }

func (n *namespace) DecRef() {
	switch n := n.refs.Add(-1); {
	case n < 0:
		panic("double DecRef")
	case n == 0:
		live.Add(-1)
	}
}

// A process owns a reference to its namespace.
type process struct{ ns, root, last *namespace }

func (p *process) leave() {
	if p.ns != nil {
		p.ns.DecRef()
		p.ns = nil
	}
}
