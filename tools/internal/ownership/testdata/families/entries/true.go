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
