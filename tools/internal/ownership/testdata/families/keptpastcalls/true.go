package main

// None of the functions takes anything out of the journal.
func run1(steps []quiet) *Saga {
	ref := sagas.Get()
	for i, step := range steps {
		if err := step(); err != nil {
			ref.Release()
			return nil
		}
		if i == 0 {
			j.follow("first", ref.Retain())
		}
	}
	return ref.Detach() // want "detach: "
}

// It is called after the saga was kept.
func run2(count either, n int) *Saga {
	ref := sagas.Get()
	j.follow("all", ref.Retain())
	count(n)
	return ref.Detach() // want "detach: "
}
