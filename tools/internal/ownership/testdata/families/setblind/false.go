package setblind

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type pending struct {
	latest map[int]rcpool.Ref[Quote]
	next   int
}

// Each call has a number of its own.
func (p *pending) set(quote rcpool.Ref[Quote]) int {
	p.next++
	quote.Value().ID = p.next
	p.latest[quote.Value().ID] = quote
	return p.next
}

func (p *pending) done(id int) {
	if quote, ok := p.latest[id]; ok {
		delete(p.latest, id)
		quote.Release()
	}
}

func setPending() {
	p := &pending{latest: map[int]rcpool.Ref[Quote]{}}
	a, b := p.set(get("A", 1)), p.set(get("A", 2))
	p.done(a)
	p.done(b)
}

type cache struct{ base }

// The callers look first.
func (c *cache) has(symbol string) bool {
	_, ok := c.quotes[symbol]
	return ok
}

func (c *cache) set(symbol string, quote rcpool.Ref[Quote]) { c.quotes[symbol] = quote }

func (c *cache) load(symbols ...string) {
	for i, symbol := range symbols {
		if !c.has(symbol) {
			c.set(symbol, get(symbol, i))
		}
	}
	c.clear()
}

type book struct{ base }

// A caller of the caller removes what was there.
func (b *book) update(symbol string, quote rcpool.Ref[Quote]) { b.quotes[symbol] = quote }

func (b *book) fill(symbol string) { b.update(symbol, get(symbol, 1)) }

func (b *book) remove(symbol string) {
	if quote, ok := b.quotes[symbol]; ok {
		quote.Release()
		delete(b.quotes, symbol)
	}
}

func (b *book) refill(symbols ...string) {
	for _, symbol := range symbols {
		b.remove(symbol)
		b.fill(symbol)
	}
	b.clear()
}

type registry struct{ base }

// Each name is registered once.
func (r *registry) register(name string, price int) { r.quotes[name] = get(name, price) }

func registerAll() {
	r := &registry{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	r.register("A", 1)
	r.register("B", 2)
	r.print()
	r.clear()
}

type window struct {
	slots [4]rcpool.Ref[Quote]
	next  int
}

// The ring drops what it has had.
func (w *window) push(quote rcpool.Ref[Quote]) {
	slot := w.next % len(w.slots)
	rcpool.Drop(&w.slots[slot])
	w.slots[slot] = quote
	w.next++
}

func (w *window) close() {
	for i := range w.slots {
		rcpool.Drop(&w.slots[i])
	}
}

func pushWindow(n int) {
	var w window
	defer w.close()
	for i := range n {
		w.push(get("A", i))
	}
}

type queue struct {
	slots      []rcpool.Ref[Quote]
	head, size int
}

// A queue in a ring hands its quotes over, and is never overfull.
func (q *queue) push(quote rcpool.Ref[Quote]) bool {
	if q.size == len(q.slots) {
		return false
	}
	q.slots[(q.head+q.size)%len(q.slots)] = quote
	q.size++
	return true
}

func (q *queue) pop() rcpool.Ref[Quote] {
	quote := q.slots[q.head]
	q.head = (q.head + 1) % len(q.slots)
	q.size--
	return quote
}

func (q *queue) close() {
	for q.size > 0 {
		quote := q.pop()
		quote.Release()
	}
}

func pushQueue(n int) {
	q := &queue{slots: make([]rcpool.Ref[Quote], 4)}
	defer q.close()
	for i := range n {
		quote := get("A", i)
		if !q.push(quote) {
			quote.Release()
		}
	}
}

type swapper struct{ current rcpool.Ref[Quote] }

// The holder gives its quote up first.
func newSwapper(symbol string) *swapper { return &swapper{current: get(symbol, 0)} }

func (s *swapper) end() { s.current.Release() }

func (s *swapper) begin(symbol string) { s.current = get(symbol, 1) }

func (s *swapper) restart(symbol string) {
	s.end()
	s.begin(symbol)
}

func restartTwice() {
	s := newSwapper("A")
	s.restart("B")
	s.restart("C")
	s.end()
}

type settings struct{ base }

// Each key is set once.
func (s *settings) set(key string, quote rcpool.Ref[Quote]) { s.quotes[key] = quote }

func setDefaults() {
	s := &settings{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer s.clear()
	s.set("low", get("A", 1))
	s.set("high", get("A", 2))
	s.print()
}

type mirror struct{ base }

// Each key of a map is there once.
func (m *mirror) update(symbol string, price int) { m.quotes[symbol] = get(symbol, price) }

func updateMirror(prices map[string]int) {
	m := &mirror{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	for symbol, price := range prices {
		m.update(symbol, price)
	}
	m.clear()
}

type numbered struct{ base }

// The keys are counted.
func (n *numbered) refresh(name string, price int) { n.quotes[name] = get(name, price) }

func refreshNumbered(count int) {
	n := &numbered{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	for i := range count {
		n.refresh(fmt.Sprintf("quote%d", i), i)
	}
	n.clear()
}

type roomy struct {
	slots [4]rcpool.Ref[Quote]
	next  int
}

// The ring is never full.
func (r *roomy) push(quote rcpool.Ref[Quote]) {
	r.slots[r.next%len(r.slots)] = quote
	r.next++
}

func pushThree() {
	var r roomy
	for _, symbol := range []string{"A", "B", "C"} {
		r.push(get(symbol, 1))
	}
	r.close()
}

func (r *roomy) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

type shards struct{ slots [8]rcpool.Ref[Quote] }

// The caller sees to it that each slot is used once.
func (s *shards) start(i int, symbol string) { s.slots[i%len(s.slots)] = get(symbol, i) }

func startShards(symbol string) {
	var s shards
	for i := range s.slots {
		s.start(i, symbol)
	}
	s.close()
}

func (s *shards) close() {
	for i := range s.slots {
		rcpool.Drop(&s.slots[i])
	}
}

type tree struct{ base }

// The functions that call each other remove what is there.
func (t *tree) update(symbol string, price int) { t.quotes[symbol] = get(symbol, price) }

func (t *tree) evict(symbol string, depth int) {
	if depth < 4 {
		t.prune(symbol, depth+1)
	}
}

func (t *tree) prune(symbol string, depth int) {
	if depth < 2 {
		t.evict(symbol, depth)
		return
	}
	if old, ok := t.quotes[symbol]; ok {
		delete(t.quotes, symbol)
		old.Release()
	}
}

func updateTree(n int) {
	t := &tree{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	for i := range n {
		t.prune("A", 2)
		t.update("A", i)
	}
	for i := range n {
		t.evict("B", 1)
		t.update("B", i)
	}
	t.clear()
}

type answered struct{ base }

func (p *answered) ask(symbol string, price int) {
	quote := get(symbol, price)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.quotes[symbol] = quote
}

// The first question is answered before the second one with the same number.
func (p *answered) answer(symbol string) bool {
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

func askAgain() bool {
	p := &answered{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer p.clear()
	p.ask("A", 1)
	p.answer("A")
	p.ask("A", 3)
	return p.answer("A")
}

type asked struct{ base }

func (p *asked) set(symbol string, price int) {
	quote := get(symbol, price)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.quotes[symbol] = quote
}

func (p *asked) has(symbol string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.quotes[symbol]
	return ok
}

// It is set again only if it is not there.
func setUnlessThere() {
	p := &asked{base{quotes: map[string]rcpool.Ref[Quote]{}}}
	defer p.clear()
	p.set("A", 1)
	if !p.has("A") {
		p.set("A", 3)
	}
}

// A ring of objects that count their references, which releases the one that was there.
func (h *counted2) push(n int) {
	if old := h.slots[h.next%len(h.slots)]; old != nil {
		old.DecRef()
	}
	h.slots[h.next%len(h.slots)] = NewPixels(n)
	h.next++
}

type counted2 struct {
	slots [4]*pixels
	next  int
}

func (h *counted2) close() {
	for i, p := range h.slots {
		if p != nil {
			p.DecRef()
			h.slots[i] = nil
		}
	}
}

func pushAll2() {
	h := new(counted2)
	defer h.close()
	for i := range 9 {
		h.push(i)
	}
}
