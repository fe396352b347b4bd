package summary

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// This file is about functions that may exchange what is in a field for another object of the
// same kind, as one that adds to a batch or a buffer does when that is full: it gives up the old
// object, and puts one that it acquired in its place. A caller that cannot tell whether it did owns
// what is in the field all the same, once. So such an outcome does nothing to the field.

// An exchange is what one outcome does to what is at a place.
type exchange struct {
	at     place.Place
	object int // of the outcome, that is there afterwards
}

// keepExchanged lets outcomes that exchange what is at a place leave it as it is, if another
// outcome does that which a caller cannot tell from them. Rest is what the outcomes say, but for
// their conditions.
func keepExchanged(all []Outcome, rest []string) {
	for i := range all {
		for {
			ex, ok := all[i].exchange(func(p place.Place) bool {
				return slices.ContainsFunc(all, func(o Outcome) bool { return !exclusive(all[i], o) && o.leaves(p) })
			})
			if !ok {
				break
			}
			all[i] = all[i].without(ex)
			rest[i] = all[i].rest()
		}
	}
}

// exchange returns an exchange of an outcome at a place that the caller of the method looks for.
func (o Outcome) exchange(sought func(place.Place) bool) (exchange, bool) {
	for _, e := range o.Does {
		if !o.surelyEnds(e) || e.Count > 1 || !e.Once.IsNowhere() {
			continue
		}
		if ex, ok := o.exchangeAt(e); ok && sought(ex.at) {
			return ex, true
		}
	}
	return exchange{}, false
}

// surelyEnds reports whether an effect ends what is at its place, and there is something.
func (o Outcome) surelyEnds(e Effect) bool {
	switch e.Kind {
	case Releases:
		return !e.Drop || e.Used || slices.Contains(o.When, Condition{Place: e.Place, Is: "zero", Not: true})
	case Moves:
		return e.How != fate.ToResult // else it was found to be zero
	}
	return false
}

// exchangeAt returns the exchange that begins with the end of what is at a place: all else that the
// outcome does there is to use that before, and to put one that nobody else has in its place.
func (o Outcome) exchangeAt(e Effect) (exchange, bool) {
	address, ok := e.Place.Address()
	if !ok {
		return exchange{}, false
	}
	k := slices.IndexFunc(o.Sets, func(a Assignment) bool { return a.Place == address })
	if k < 0 || o.Sets[k].To.Kind != Object {
		return exchange{}, false
	}
	ex := exchange{e.Place, o.Sets[k].To.Number}
	own := o.Objects[ex.object]
	there := func(p place.Place) bool { return p == e.Place || p.IsIn(e.Place) }
	isOther := func(other Effect) bool {
		return other != e && there(other.Place) && (other.Kind.Order() > 0 || other.Kind == Retains)
	}
	leads := func(v Value) bool { return v.Has(func(v Value) bool { return there(v.Place) }) }
	switch {
	case own.Family != e.Family, own.Kept, own.Moved, own.Received, !own.Lease.IsNowhere():
		return ex, false
	case slices.ContainsFunc(o.Does, isOther), slices.ContainsFunc(o.Results, leads), slices.ContainsFunc(o.Sets, func(a Assignment) bool { return leads(a.To) && !there(a.Place) }):
		return ex, false
	}
	return ex, o.holds(ex.object) == 1
}

// holds counts the values of an outcome that are an object, or may give it up.
func (o Outcome) holds(object int) (n int) {
	count := func(v Value) {
		v.Has(func(v Value) bool {
			if v.Owns() && v.Number == object {
				n++
			}
			return false
		})
	}
	for _, v := range o.Results {
		count(v)
	}
	for _, a := range o.Sets {
		count(a.To)
	}
	return n
}

// leaves reports whether an outcome leaves what is at a place there, and as it was.
func (o Outcome) leaves(p place.Place) bool {
	return !o.disposes(p) && !slices.ContainsFunc(o.Sets, func(a Assignment) bool { return p.IsIn(a.Place) })
}

// without returns an outcome that says nothing of an exchange, but that it uses what was there.
func (o Outcome) without(ex exchange) Outcome {
	address, _ := ex.at.Address()
	family := o.Objects[ex.object].Family
	o.Does = slices.DeleteFunc(slices.Clone(o.Does), func(e Effect) bool { return e.Place == ex.at })
	if family == "" {
		o.Does = append([]Effect{{Place: ex.at, Kind: Uses}}, o.Does...)
	}
	o.Objects = slices.Delete(slices.Clone(o.Objects), ex.object, ex.object+1)
	o.Results = slices.Clone(o.Results)
	for i := range o.Results {
		o.Results[i] = o.Results[i].afterExchange(ex)
	}
	o.Sets = slices.DeleteFunc(slices.Clone(o.Sets), func(a Assignment) bool { return a.Place == address })
	for i, a := range o.Sets {
		o.Sets[i].To = a.To.afterExchange(ex)
		if a.Place.IsIn(ex.at) { // that was the old one
			o.Sets[i].To = Value{}
		}
	}
	return o
}

// afterExchange returns a value in the words of an outcome that says nothing of an exchange.
func (v Value) afterExchange(ex exchange) Value {
	borrowed := map[ValueKind]ValueKind{Borrow: BorrowOf, Alias: AliasOf}
	switch {
	case !v.isOfObject():
	case v.Number > ex.object:
		v.Number--
	case v.Number == ex.object:
		return Value{Kind: borrowed[v.Kind], Place: ex.at}
	}
	parts := slices.Clone(v.Parts)
	for i := range parts {
		parts[i].To = parts[i].To.afterExchange(ex)
	}
	v.Parts = parts
	return v
}
