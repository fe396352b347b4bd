package entries

import "github.com/rcpool/rcpool"

// The new quote is compared with the old one, which is lost.
func (t *table) setNewer(quote rcpool.Ref[Quote]) {
	q := quote.Value()
	if old, ok := t.last[q.Symbol]; ok && old.Value().At > q.At {
		quote.Release()
		return
	}
	t.last[q.Symbol] = quote // want "leak: "
}

// The old quote is counted, and lost.
func (t *table) setCounted(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok {
		t.count++
	}
	t.last[symbol] = quote // want "leak: "
}

// The same in a variable, and with IsZero.
func newest(in []rcpool.Ref[Quote]) (sum int) {
	last := map[string]rcpool.Ref[Quote]{}
	for _, quote := range in {
		symbol := quote.Value().Symbol
		if old := last[symbol]; !old.IsZero() {
			sum -= old.Value().At
		}
		sum += quote.Value().At
		last[symbol] = quote // want "leak: "
	}
	for _, quote := range last {
		quote.Release()
	}
	return sum
}

// A deferred function releases what is in the map, and only that.
func deferred(feed []Quote) (n int) {
	last := map[string]rcpool.Ref[Quote]{}
	defer func() {
		for _, quote := range last {
			quote.Release()
		}
	}()
	for _, f := range feed {
		quote := quotes.Get()
		*quote.Value() = f
		old, ok := last[f.Symbol]
		if ok && old.Value().At >= f.At {
			quote.Release()
			continue
		}
		last[f.Symbol] = quote // want "leak: "
		n++
	}
	return n
}

// Only a quote of the same time is released.
func (t *table) setLater(quote rcpool.Ref[Quote]) {
	q := quote.Value()
	old, ok := t.last[q.Symbol]
	if ok && old.Value().At == q.At {
		t.drop(q.Symbol)
	}
	t.last[q.Symbol] = quote // want "leak: "
}

// The old quote is asked for first, and only seen.
func (t *table) setSeen(quote rcpool.Ref[Quote]) (late bool) {
	symbol := quote.Value().Symbol
	old := t.last[symbol]
	if old.Valid() {
		late = old.Value().At > quote.Value().At
	}
	t.last[symbol] = quote // want "leak: "
	return late
}

// The error is that of another entry.
func (b *builder) set(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if b.err != nil {
		quote.Release()
		return
	}
	if _, ok := b.last[symbol]; ok {
		b.count++
	}
	if b.err == nil {
		b.last[symbol] = quote // want "leak: "
		return
	}
	quote.Release()
}

// The flag says something else.
func (t *table) setNamed(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	named := symbol != ""
	if _, ok := t.last[symbol]; ok {
		t.count++
	}
	if named {
		t.last[symbol] = quote // want "leak: "
		return
	}
	quote.Release()
}

// It is dropped on the other way.
func (t *table) setOrReplace(quote rcpool.Ref[Quote], force bool) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok && force {
		t.drop(symbol)
	}
	if !force {
		t.count++
	}
	t.last[symbol] = quote // want "leak: "
}

// What was counted before does not tell whether there is one.
func (t *table) setFew(quote rcpool.Ref[Quote]) {
	t.count++
	symbol := quote.Value().Symbol
	if old, ok := t.last[symbol]; ok && old.Value().At > quote.Value().At {
		quote.Release()
		return
	}
	if t.count > 8 {
		quote.Release()
		return
	}
	t.last[symbol] = quote // want "leak: "
}

// Of the two lookups, the one has what is there, and nobody releases it.
func (t *table) setTwiceRead(quote rcpool.Ref[Quote]) (before int) {
	symbol := quote.Value().Symbol
	old := t.last[symbol]
	_, ok := t.last[symbol]
	if ok {
		before = old.Value().At
	}
	t.last[symbol] = quote // want "leak: "
	return before
}

// A counter is what the function needs of something else.
type counter interface{ seen() int }

// What is called through the interface leaves the table alone.
func (t *table) setSeenBy(quote rcpool.Ref[Quote], c counter) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok {
		t.count += c.seen()
	}
	t.last[symbol] = quote // want "leak: "
}

// A tally counts what it has seen.
type tally struct{ n int }

func (t *tally) seen() int {
	t.n++
	return t.n
}

// The interface has a method of the same name, and other types.
type forgetter interface{ drop(n int) }

// What is called through the interface drops something else.
func (t *table) setForgetting(quote rcpool.Ref[Quote], f forgetter) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok {
		f.drop(t.count)
	}
	t.last[symbol] = quote // want "leak: "
}
