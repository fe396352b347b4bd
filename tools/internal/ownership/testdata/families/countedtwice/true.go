package countedtwice

// The task was released by the function that has failed.
func dispatch(table string, keys []int) error {
	t := newTask(table, keys)
	if err := execute(t); err != nil {
		t.DecrementReferenceCount() // want "double-release: "
		return err
	}
	return nil
}

// It is released here, and once more.
func drop(table string) {
	t := newTask(table, nil)
	t.DecrementReferenceCount()
	t.DecrementReferenceCount() // want "double-release: "
}

// There is nothing left to retain.
func keep(table string, kept map[string]*task) {
	t := newTask(table, nil)
	t.DecrementReferenceCount()
	t.IncrementReferenceCount() // want "use-after-release: "
	kept[table] = t
}

// What is read is no count.
func name(table string) string {
	t := newTask(table, nil)
	t.DecrementReferenceCount()
	return t.table // want "use-after-release: "
}
