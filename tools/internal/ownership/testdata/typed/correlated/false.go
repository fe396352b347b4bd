package correlated

import "github.com/rcpool/rcpool"

// The flag says whether the report is still here.
func printDraftFlagged(id int, draft bool) {
	ref := reports.Get()
	ref.Value().ID = id
	released := false
	if draft {
		print(ref.Value())
		ref.Release()
		released = true
	}
	if !released {
		ref.Release()
	}
}

// The two conditions on the error exclude each other.
func collectAndReturn(id int) (rcpool.Ref[Report], error) {
	ref := reports.Get()
	err := collect(ref.Value(), id)
	if err != nil {
		ref.Release()
	}
	logError(err)
	if err != nil {
		return rcpool.Ref[Report]{}, err
	}
	return ref, nil
}

// The pointer is nil if and only if nothing was leased.
func printWanted(id int, wanted bool) {
	var ref rcpool.Ref[Report]
	var r *Report
	if wanted {
		ref = reports.Get()
		r = ref.Value()
		r.ID = id
	}
	logError(nil)
	if r != nil {
		print(r)
		ref.Release()
	}
}

// The bounds are the same.
func printMany(n int) {
	var ref rcpool.Ref[Report]
	if n > 0 {
		ref = reports.Get()
		ref.Value().ID = n
	}
	logError(nil)
	if n > 0 {
		print(ref.Value())
		ref.Release()
	}
}

// Each kind is released by one of the switches.
func finishOnce(kind int) {
	ref := reports.Get()
	switch kind {
	case 1, 2:
		print(ref.Value())
		ref.Release()
	default:
		ref.Value().Kind = kind
	}
	switch kind {
	case 1, 2:
		return
	default:
		ref.Release()
	}
}

// There is nothing to release if the answer was no.
func openAndPrint(id int) {
	ref, ok := tryOpen(id)
	if ok {
		print(ref.Value())
	}
	logError(nil)
	if !ok {
		return
	}
	ref.Release()
}

// The same conjunction, twice.
func printBoth(id int, full, draft bool) {
	var ref rcpool.Ref[Report]
	if full && draft {
		ref = reports.Get()
		ref.Value().ID = id
	}
	logError(nil)
	if full && draft {
		print(ref.Value())
		ref.Release()
	}
}

// The condition has a name.
func collectNamed(id int) error {
	ref := reports.Get()
	err := collect(ref.Value(), id)
	failed := err != nil
	if !failed {
		print(ref.Value())
		ref.Release()
	}
	logError(err)
	if failed {
		ref.Release()
	}
	return err
}
