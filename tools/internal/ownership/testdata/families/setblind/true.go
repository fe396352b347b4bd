package setblind

import "github.com/rcpool/rcpool"

type table struct {
	latest map[string]rcpool.Ref[Quote]
}

// A table keeps the latest quotes. The one before is lost.
func (t *table) update(quote rcpool.Ref[Quote]) {
	t.latest[quote.Value().Symbol] = quote // want "leak: "
}

func (t *table) close() {
	for symbol := range t.latest {
		ref := t.latest[symbol]
		ref.Release()
	}
	clear(t.latest)
}

func updateAll() {
	t := &table{latest: map[string]rcpool.Ref[Quote]{}}
	defer t.close()
	for i := range 4 {
		t.update(get("A", i))
	}
}

type presence struct{ base }

// The key is a parameter. One branch removes what is there, another one does not.
func (p *presence) Set(user string, quote rcpool.Ref[Quote]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if quote.Value().Price == 0 {
		if old, ok := p.quotes[user]; ok {
			delete(p.quotes, user)
			old.Release()
		}
		quote.Release()
		return
	}
	if p.quotes == nil {
		p.quotes = map[string]rcpool.Ref[Quote]{}
	}
	p.quotes[user] = quote // want "leak: "
}

func setPresence(prices ...int) {
	var p presence
	for _, price := range prices {
		p.Set("ann", get("ann", price))
	}
	p.print()
	p.clear()
}

type board struct{ base }

// The quote is made where it is stored.
func (b *board) refresh(symbol string, price int) {
	b.quotes[symbol] = get(symbol, price) // want "leak: "
}

func (b *board) refreshAll(symbols []string) {
	for i, symbol := range symbols {
		b.refresh(symbol, i)
		b.print()
	}
}

func (b *board) stop() { b.clear() }

type ring struct {
	slots [4]rcpool.Ref[Quote]
	next  int
}

// A ring keeps the last quotes. Those that it has had are lost.
func (r *ring) push(quote rcpool.Ref[Quote]) {
	r.slots[r.next%len(r.slots)] = quote // want "leak: "
	r.next++
}

func (r *ring) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

func pushAll(n int) {
	var r ring
	defer r.close()
	for i := range n {
		r.push(get("A", i))
	}
}

type masked struct {
	slots []rcpool.Ref[Quote]
	head  uint32
}

// A ring of a size that is given goes round with a mask.
func newMasked(bits int) *masked { return &masked{slots: make([]rcpool.Ref[Quote], 1<<bits)} }

func (m *masked) record(symbol string, price int) {
	quote := get(symbol, price)
	slot := m.head & uint32(len(m.slots)-1)
	m.slots[slot] = quote // want "leak: "
	m.head++
}

func (m *masked) close() {
	for _, quote := range m.slots {
		if !quote.IsZero() {
			quote.Release()
		}
	}
}

func recordAll(n int) {
	m := newMasked(2)
	for i := range n {
		m.record("A", i)
	}
	m.close()
}

type holder struct {
	current rcpool.Ref[Quote]
	loads   int
}

// A holder has a quote from the beginning. It is overwritten.
func newHolder(symbol string) *holder { return &holder{current: get(symbol, 0)} }

func (h *holder) reload(symbol string) {
	h.loads++
	h.current = get(symbol, h.loads) // want "leak: "
}

func (h *holder) close() { h.current.Release() }

func reloadTwice() int {
	h := newHolder("A")
	defer h.close()
	h.reload("A")
	h.reload("B")
	return h.current.Value().Price
}

type config struct {
	quote   rcpool.Ref[Quote]
	version int
}

// A generation is given to a holder, which has one.
func (c *config) replace(quote rcpool.Ref[Quote]) {
	c.version = c.quote.Value().ID + 1
	c.quote = quote // want "leak: "
}

func (c *config) stop() { rcpool.Drop(&c.quote) }

func replaceOnce() {
	c := config{quote: get("A", 1)}
	c.replace(get("A", 2))
	c.stop()
}
