package ownervalues

import "github.com/rcpool/rcpool"

// The record is returned by value, and its row released once.
func idOf(table string, at int) int {
	r := makeRecord(table, at)
	n := r.id()
	r.row.Release()
	return n
}

// The record is closed unless reading failed, when there is none.
func readID(table string, at int) (int, error) {
	r, err := readRecord(table, at)
	if err != nil {
		return 0, err
	}
	defer r.close()
	return r.id(), nil
}

// The records go into a slice, whose elements are closed at the end.
func sumOf(table string, n int) (sum int) {
	var all []record
	defer func() {
		for i := range all {
			all[i].close()
		}
	}()
	for at := range n {
		all = append(all, makeRecord(table, at))
	}
	for _, r := range all {
		sum += r.id()
	}
	return sum
}

// The change owns both records.
func difference(table string, before, after int) int {
	c := change{before: makeRecord(table, before), after: makeRecord(table, after)}
	defer c.close()
	return c.after.id() - c.before.id()
}

// Who receives the record closes it.
func publish(out chan<- record, table string, at int) {
	r := makeRecord(table, at)
	if at < 0 {
		r.close()
		return
	}
	out <- r
}

// The slice of references is sent, and the worker releases them.
func dispatch(to chan<- job, n int) int {
	done := make(chan int)
	batch := make([]rcpool.Ref[Row], 0, n)
	for i := range n {
		row := rows.Get()
		row.Value().ID = i
		batch = append(batch, row)
	}
	to <- job{rows: batch, done: done}
	return <-done
}

// The field of the record is sent, and the record is not closed.
func forward(out chan<- rcpool.Ref[Row], table string, at int) string {
	r := makeRecord(table, at)
	out <- r.row
	return r.table
}

// The envelope is handed over by value.
func post(out func(envelope[Row]) bool, to string) bool {
	e := wrap(to, rows.Get())
	e.load.Value().ID = len(to)
	return deliver(out, e)
}

func deliver(out func(envelope[Row]) bool, e envelope[Row]) bool {
	defer e.load.Release()
	return e.to != "" && out(e)
}

// The page that is returned owns its records.
func fillPage(table string, n int) (*page, error) {
	p := &page{}
	for at := range n {
		r, err := readRecord(table, at-1)
		if err != nil {
			p.close()
			return nil, err
		}
		p.records = append(p.records, r)
	}
	return p, nil
}

// A copy of the record is the same owner: one of the two is closed.
func relabel(table, label string, at int) int {
	r := makeRecord(table, at)
	labelled := r
	labelled.table = label
	defer labelled.close()
	return len(labelled.table) + r.at
}

type ring2 struct {
	slots [4]record
	n     int
}

// A ring takes records over by value.
func (r *ring2) push(rec record) {
	r.slots[r.n%len(r.slots)].close()
	r.slots[r.n%len(r.slots)] = rec
	r.n++
}

func (r *ring2) note(row rcpool.Ref[Row]) {
	r.push(record{row: row, table: "b"})
}

func (r *ring2) clear() {
	for i := range r.slots {
		r.slots[i].close()
	}
}

type notes2 struct{ ring ring2 }

func (n *notes2) keep(row rcpool.Ref[Row]) {
	if row.Value().ID > 9 {
		row.Release()
		return
	}
	n.ring.note(row)
}

func noteAll2() {
	n := new(notes2)
	defer n.ring.clear()
	n.keep(rows.Get())
}

// A ring has the row now, in a struct.
func (r *ring) keep(row rcpool.Ref[Row], use func(*Row) bool) {
	if !use(row.Value()) {
		r.push(record{row: row})
		return
	}
	row.Release()
}
