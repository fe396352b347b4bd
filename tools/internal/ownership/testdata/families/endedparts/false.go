package endedparts

import (
	"slices"

	"github.com/rcpool/rcpool"
)

type message2 struct {
	parts []*fragment
	err   error
}

func (m *message2) release() {
	for i, f := range m.parts {
		if f != nil {
			put(f)
			m.parts[i] = nil
		}
	}
}

// The parts are copied.
func (m *message2) finish() [][]byte {
	defer m.release()
	all := make([][]byte, 0, len(m.parts))
	for _, f := range m.parts {
		all = append(all, slices.Clone(f.data))
	}
	return all
}

// The fragments get other memory.
func (m *message2) take() [][]byte {
	defer m.release()
	var all [][]byte
	for _, f := range m.parts {
		all = append(all, f.data)
		f.data = nil
	}
	return all
}

// They only go back after a failure.
func (m *message2) result() ([][]byte, error) {
	var all [][]byte
	for _, f := range m.parts {
		all = append(all, f.data)
	}
	if m.err != nil {
		m.release()
		return nil, m.err
	}
	return all, nil
}

// The caller has the list before they go back.
func (m *message2) each(do func([][]byte)) {
	defer m.release()
	var all [][]byte
	for _, f := range m.parts {
		all = append(all, f.data)
	}
	do(all)
}

type table2 struct {
	rows []rcpool.Ref[Row]
	old  []rcpool.Ref[Row]
}

func (t *table2) add(r rcpool.Ref[Row]) { t.rows = append(t.rows, r) }

func (t *table2) release() {
	for _, r := range t.rows {
		r.Release()
	}
	t.rows = nil
}

// The rows live until the next call.
func (t *table2) flush() [][]string {
	for _, r := range t.old {
		r.Release()
	}
	var cells [][]string
	for _, r := range t.rows {
		cells = append(cells, r.Value().Cells)
	}
	t.old, t.rows = t.rows, nil
	t.release()
	return cells
}

func useTable2() int {
	t := new(table2)
	t.add(newRow(1, "a"))
	return len(t.flush())
}
