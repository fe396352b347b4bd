package ownervalues

import "github.com/rcpool/rcpool"

// The record is read after its row was released.
func idAfterRelease(table string, at int) int {
	r := makeRecord(table, at)
	r.row.Release()
	return r.id() // want "use-after-release: "
}

// The record with an odd ID is not closed.
func readEvenID(table string, at int) (int, error) {
	r, err := readRecord(table, at) // want "leak: "
	if err != nil {
		return 0, err
	}
	n := r.id()
	if n%2 != 0 {
		return 0, errBad
	}
	r.close()
	return n, nil
}

// The first record is closed here, and its copy in the slice at the end.
func sumOfTwice(table string, n int) (sum int) {
	var all []record
	defer func() {
		for _, r := range all {
			r.row.Release()
		}
	}()
	for at := range n {
		r := makeRecord(table, at)
		all = append(all, r)
		sum += r.id()
		if at == 0 {
			r.row.Release() // missed "double-release: "
		}
	}
	return sum
}

// Only one of the two records is closed.
func differenceLost(table string, before, after int) int {
	c := change{before: makeRecord(table, before), after: makeRecord(table, after)} // want "leak: "
	n := c.after.id() - c.before.id()
	c.after.close()
	return n
}

// Who receives the record closes it, and so does the deferred call.
func publishTwice(out chan<- record, table string, at int) {
	r := makeRecord(table, at)
	defer r.row.Release()
	if at < 0 {
		return
	}
	out <- r // want "(double-release|escape): "
}

// The worker has released the rows.
func dispatchTwice(to chan<- job, n int) int {
	done := make(chan int)
	batch := make([]rcpool.Ref[Row], 0, n)
	for i := range n {
		row := rows.Get()
		row.Value().ID = i
		batch = append(batch, row)
	}
	to <- job{rows: batch, done: done}
	sum := <-done
	for _, row := range batch {
		row.Release() // want "double-release: "
	}
	return sum
}

// The row was sent, and the record is closed.
func forwardTwice(out chan<- rcpool.Ref[Row], table string, at int) string {
	r := makeRecord(table, at)
	out <- r.row
	r.close() // want "double-release: "
	return r.table
}

// The envelope was delivered and is read.
func postAndRead(out func(envelope[Row]) bool, to string) int {
	e := wrap(to, rows.Get())
	if !deliver(out, e) {
		return 0
	}
	return e.load.Value().ID // want "use-after-release: "
}

// The page with the records so far is lost.
func fillPageLost(table string, n int) (*page, error) {
	p := &page{}
	for at := range n {
		r, err := readRecord(table, n-2-at) // want "leak: "
		if err != nil {
			return nil, err
		}
		p.records = append(p.records, r)
	}
	return p, nil
}

// Both copies of the record release its row.
func relabelTwice(table, label string, at int) int {
	r := makeRecord(table, at)
	labelled := r
	labelled.table = label
	defer labelled.close()
	n := len(labelled.table) + r.at
	r.row.Release() // want "double-release: "
	return n
}

type ring1 struct {
	slots [4]record
	n     int
}

func (r *ring1) push(rec record) {
	r.slots[r.n%len(r.slots)].close()
	r.slots[r.n%len(r.slots)] = rec
	r.n++
}

// A record that nobody wants goes nowhere.
func (r *ring1) note(at int) {
	rec := makeRecord("a", at) // want "leak: "
	if rec.id() > 9 {
		return
	}
	r.push(record{row: rec.row, table: "b"})
}

func (r *ring1) clear() {
	for i := range r.slots {
		r.slots[i].close()
	}
}

func noteAll1() {
	r := new(ring1)
	defer r.clear()
	r.note(1)
}

// A ring has the row, which is released here, too.
func (r *ring) keepReleased(row rcpool.Ref[Row]) {
	r.push(record{row: row}) // missed "escape: "
	row.Release()
}
