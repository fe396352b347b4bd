package endedparts

import "github.com/rcpool/rcpool"

type message1 struct{ parts []*fragment }

func (m *message1) release() {
	for i, f := range m.parts {
		if f != nil {
			put(f)
			m.parts[i] = nil
		}
	}
}

// The parts go back when the function returns.
func (m *message1) finish() [][]byte {
	defer m.release()
	all := make([][]byte, 0, len(m.parts))
	for _, f := range m.parts {
		all = append(all, f.data)
	}
	return all // want "escape: "
}

type batch1 struct{ byName map[string]*fragment }

// The loop puts them back.
func (b *batch1) drain() (all [][]byte) {
	for _, f := range b.byName {
		all = append(all, f.data[1:])
	}
	for name, f := range b.byName {
		put(f)
		delete(b.byName, name)
	}
	return all // want "escape: "
}

type table1 struct{ rows []rcpool.Ref[Row] }

func (t *table1) add(r rcpool.Ref[Row]) { t.rows = append(t.rows, r) }

// The rows are released, and their cells returned.
func (t *table1) close() [][]string {
	cells := make([][]string, len(t.rows))
	for i, r := range t.rows {
		cells[i] = r.Value().Cells
	}
	for i := range t.rows {
		rcpool.Drop(&t.rows[i])
	}
	return cells // want "use-after-release: "
}

func useTable1() int {
	t := new(table1)
	t.add(newRow(1, "a"))
	t.add(newRow(2, "b"))
	return len(t.close())
}

type group1 struct{ message *message1 }

// Another function puts back what it is given.
func (g *group1) lines(ok bool) ([][]byte, bool) {
	var all [][]byte
	if !ok {
		return nil, false
	}
	for i := range g.message.parts {
		all = append(all, g.message.parts[i].data)
	}
	g.message.release()
	return all, true // want "escape: "
}

type sheet1 struct{ rows []rcpool.Ref[Row] }

func (s *sheet1) add(r rcpool.Ref[Row]) { s.rows = append(s.rows, r) }

func (s *sheet1) release() {
	for _, r := range s.rows {
		r.Release()
	}
	s.rows = nil
}

// The rows are released when the function returns.
func (s *sheet1) export() (cells [][]string) {
	defer s.release()
	for _, r := range s.rows {
		cells = append(cells, r.Value().Cells)
	}
	return cells // want "escape: "
}

func useSheet1() int {
	s := new(sheet1)
	s.add(newRow(1, "a"))
	return len(s.export())
}
