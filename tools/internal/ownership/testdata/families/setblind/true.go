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

type settingsTwice struct{ base }

// One of the keys is set twice.
func (s *settingsTwice) set(key string, quote rcpool.Ref[Quote]) {
	s.quotes[key] = quote // want "leak: "
}

func setDefaultsTwice() {
	s := &settingsTwice{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer s.clear()
	s.set("low", get("A", 1))
	s.set("high", get("A", 2))
	s.set("low", get("A", 3))
	s.print()
}

type mirrorOfOne struct{ base }

// The key is the same for all that are in a map.
func (m *mirrorOfOne) update(symbol string, price int) {
	m.quotes[symbol] = get(symbol, price) // want "leak: "
}

func updateOne(prices map[string]int) {
	m := &mirrorOfOne{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	for _, price := range prices {
		m.update("A", price)
	}
	m.clear()
}

type numberedTwice struct{ base }

// The keys are given, and the first is there again.
func (n *numberedTwice) refresh(name string, price int) {
	n.quotes[name] = get(name, price) // want "leak: "
}

func refreshTwice(name string) {
	n := &numberedTwice{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	n.refresh(name, 1)
	n.refresh("A", 2)
	n.refresh(name, 3)
	n.clear()
}

type narrow struct {
	slots [2]rcpool.Ref[Quote]
	next  int
}

// The ring has less room.
func (r *narrow) push(quote rcpool.Ref[Quote]) {
	r.slots[r.next%len(r.slots)] = quote // want "leak: "
	r.next++
}

func pushMore() {
	var r narrow
	for _, symbol := range []string{"A", "B", "C"} {
		r.push(get(symbol, 1))
	}
	r.close()
}

func (r *narrow) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

type shardsTwice struct{ slots [8]rcpool.Ref[Quote] }

// The caller uses a slot twice.
func (s *shardsTwice) start(i int, symbol string) {
	s.slots[i%len(s.slots)] = get(symbol, i) // missed "leak: "
}

func startShardsTwice(symbol string) {
	var s shardsTwice
	for i := range 9 {
		s.start(i, symbol)
	}
	s.close()
}

func (s *shardsTwice) close() {
	for i := range s.slots {
		rcpool.Drop(&s.slots[i])
	}
}

type counter struct {
	base
	hits int
}

// The functions that call each other only count.
func (c *counter) update(symbol string, price int) {
	c.quotes[symbol] = get(symbol, price) // want "leak: "
}

func (c *counter) even(n int) {
	if n > 0 {
		c.odd(n - 1)
	}
}

func (c *counter) odd(n int) {
	c.hits++
	c.even(n - 1)
}

func updateCounter(n int) {
	c := &counter{base: base{quotes: map[string]rcpool.Ref[Quote]{}}}
	for i := range n {
		c.odd(i)
		c.update("A", i)
		c.even(i)
	}
	c.clear()
}

type unanswered struct{ base }

// Two questions have the same number, and nobody has answered the first.
func (p *unanswered) ask(symbol string, price int) {
	quote := get(symbol, price)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.quotes[symbol] = quote // want "leak: "
}

func (p *unanswered) answer(symbol string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	quote, ok := p.quotes[symbol]
	if !ok {
		return false
	}
	delete(p.quotes, symbol)
	quote.Release()
	return true
}

func askTwice() bool {
	p := &unanswered{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer p.clear()
	p.ask("A", 1)
	p.ask("B", 2)
	p.ask("B", 3)
	return p.answer("B")
}

type greeted struct{ base }

// The price is only read before it is set again.
func (p *greeted) set(symbol string, price int) {
	quote := get(symbol, price)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.quotes[symbol] = quote // want "leak: "
}

func (p *greeted) price(symbol string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if quote, ok := p.quotes[symbol]; ok {
		return quote.Value().Price
	}
	return 0
}

func setTwice() int {
	p := &greeted{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer p.clear()
	p.set("A", 1)
	n := p.price("A")
	p.set("A", 3)
	return n
}

// A ring of objects that count their references.
func (h *counted1) push(n int) {
	h.slots[h.next%len(h.slots)] = NewPixels(n) // want "leak: "
	h.next++
}

type counted1 struct {
	slots [4]*pixels
	next  int
}

func (h *counted1) each(f func(*pixels)) {
	for i := range h.slots {
		if p := h.slots[(h.next+i)%len(h.slots)]; p != nil {
			f(p)
		}
	}
}

func (h *counted1) close() {
	for i, p := range h.slots {
		if p != nil {
			p.DecRef()
			h.slots[i] = nil
		}
	}
}

func pushAll1() (n int) {
	h := new(counted1)
	defer h.close()
	for i := range 9 {
		h.push(i)
	}
	h.each(func(p *pixels) { n += len(p.data) })
	return n
}
