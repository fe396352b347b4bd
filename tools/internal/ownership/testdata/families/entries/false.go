package entries

import "github.com/rcpool/rcpool"

// The old quote is released.
func (t *table) set(quote rcpool.Ref[Quote]) {
	q := quote.Value()
	old, ok := t.last[q.Symbol]
	if ok && old.Value().At > q.At {
		quote.Release()
		return
	}
	if ok {
		old.Release()
	}
	t.last[q.Symbol] = quote
}

// There is no old quote.
func (t *table) add(quote rcpool.Ref[Quote]) bool {
	symbol := quote.Value().Symbol
	_, ok := t.last[symbol]
	if ok {
		t.count++
	}
	if !ok {
		t.last[symbol] = quote
		return true
	}
	quote.Release()
	return false
}

// Another method drops the old quote.
func (t *table) replace(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok {
		t.drop(symbol)
	}
	t.last[symbol] = quote
}

// The old quote goes to somebody else.
func (t *table) swap(quote rcpool.Ref[Quote], old chan<- rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if before, ok := t.last[symbol]; ok {
		old <- before
	}
	t.last[symbol] = quote
}

// The key is one that is free.
func (t *table) append(quote rcpool.Ref[Quote]) string {
	symbol := quote.Value().Symbol
	for {
		if _, taken := t.last[symbol]; !taken {
			break
		}
		symbol += "+"
	}
	t.last[symbol] = quote
	return symbol
}

// The map only finds what a list owns.
func index(in []rcpool.Ref[Quote]) (sum int) {
	last := map[string]rcpool.Ref[Quote]{}
	for _, quote := range in {
		symbol := quote.Value().Symbol
		if old, ok := last[symbol]; ok && old.Value().At > quote.Value().At {
			continue
		}
		last[symbol] = quote
	}
	for _, quote := range last {
		sum += quote.Value().At
	}
	for _, quote := range in {
		quote.Release()
	}
	return sum
}

// What was found sets an error, and then nothing is put there.
type builder struct {
	table
	err error
}

func (b *builder) add(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if _, ok := b.last[symbol]; ok && b.err == nil {
		b.err = errTwice
	}
	if b.err == nil {
		b.last[symbol] = quote
		return
	}
	quote.Release()
}

// It sets a flag.
func (t *table) addOnce(quote rcpool.Ref[Quote]) bool {
	symbol, fresh := quote.Value().Symbol, true
	if _, ok := t.last[symbol]; ok {
		fresh = false
	}
	if fresh {
		t.last[symbol] = quote
	} else {
		quote.Release()
	}
	return fresh
}

// It is counted, and the result tells the rest.
func (t *table) addCounted(quote rcpool.Ref[Quote]) bool {
	symbol := quote.Value().Symbol
	_, ok := t.last[symbol]
	fresh := !ok
	if ok {
		t.count++
	}
	if fresh {
		t.last[symbol] = quote
		return true
	}
	quote.Release()
	return false
}

// It is dropped on the way on which the quote is put there.
func (t *table) addOrReplace(quote rcpool.Ref[Quote], force bool) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok && !force {
		quote.Release()
		return
	}
	if force {
		t.drop(symbol)
	}
	t.last[symbol] = quote
}

// A local error decides.
func (t *table) addChecked(quote rcpool.Ref[Quote]) (err error) {
	symbol := quote.Value().Symbol
	if old, ok := t.last[symbol]; ok && old.Value().At > 0 {
		err = errTwice
	} else if ok {
		err = errOld
	}
	if err != nil {
		quote.Release()
		return err
	}
	t.last[symbol] = quote
	return nil
}

// The entry is looked up twice, for what is there and whether there is something.
func (t *table) setTwice(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	old := t.last[symbol]
	_, ok := t.last[symbol]
	t.last[symbol] = quote
	if ok {
		old.Release()
	}
}

// The first lookup decides, and the second one takes the quote.
func (t *table) setSecond(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if _, ok := t.last[symbol]; ok {
		old := t.last[symbol]
		delete(t.last, symbol)
		old.Release()
	}
	t.last[symbol] = quote
}

// A dropper is what the function needs of the table.
type dropper interface{ drop(symbol string) }

// What drops the old quote is called through an interface.
func (t *table) replaceThrough(quote rcpool.Ref[Quote]) {
	symbol := quote.Value().Symbol
	if old, ok := t.last[symbol]; ok {
		t.count += old.Value().At
		dropper(t).drop(symbol)
	}
	t.last[symbol] = quote
}
