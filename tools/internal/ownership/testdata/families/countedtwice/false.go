package countedtwice

// Each way ends the task once.
func dispatchChecked(table string, keys []int) error {
	t := newTask(table, keys)
	if err := check(t); err != nil {
		t.DecrementReferenceCount()
		return err
	}
	return execute(t)
}

// Two references are released.
func dropBoth(table string) {
	t := newTask(table, nil)
	t.IncrementReferenceCount()
	t.DecrementReferenceCount()
	t.DecrementReferenceCount()
}

// The task is retained while it is there.
func keepFirst(table string, kept map[string]*task) {
	t := newTask(table, nil)
	t.IncrementReferenceCount()
	t.DecrementReferenceCount()
	kept[table] = t
}

// The name is read before the release.
func nameFirst(table string) string {
	t := newTask(table, nil)
	defer t.DecrementReferenceCount()
	return t.table
}
