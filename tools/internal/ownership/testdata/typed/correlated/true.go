package correlated

import "github.com/rcpool/rcpool"

// The flag is never set.
func printDraft(id int, draft bool) {
	ref := reports.Get()
	ref.Value().ID = id
	released := false
	if draft {
		print(ref.Value())
		ref.Release()
	}
	if !released {
		ref.Release() // want "double-release: "
	}
}

// The condition is the wrong way round for the release.
func collectInverted(id int) error {
	ref := reports.Get() // want "leak: "
	err := collect(ref.Value(), id)
	if err != nil {
		logError(err)
	}
	if err == nil {
		ref.Release()
	}
	return err
}

// Without a template, the report is forgotten.
func applyTemplate(kind int) bool {
	ref := reports.Get() // want "leak: "
	template := lookUp(kind)
	if template == nil {
		return false
	}
	ref.Value().Rows = *template
	print(ref.Value())
	ref.Release()
	return true
}

// The bounds are not the same.
func printSome(n int) {
	var ref rcpool.Ref[Report]
	if n > 0 {
		ref = reports.Get() // want "leak: "
		ref.Value().ID = n
	}
	logError(nil)
	if n > 1 {
		print(ref.Value())
		ref.Release()
	}
}

// The second switch releases one kind again.
func finish(kind int) {
	ref := reports.Get()
	switch kind {
	case 1, 2:
		print(ref.Value())
		ref.Release()
	default:
		ref.Value().Kind = kind
	}
	switch kind {
	case 1:
		return
	default:
		ref.Release() // want "double-release: "
	}
}

// If collecting fails, the caller forgets what it was given.
func openAndCollect(id int) error {
	ref, ok := tryOpen(id) // want "leak: "
	if !ok {
		return errNoRows
	}
	if err := collect(ref.Value(), id); err != nil {
		return err
	}
	ref.Release()
	return nil
}

// One of the two conditions does not release.
func printEither(id int, full, draft bool) {
	ref := reports.Get() // want "leak: "
	ref.Value().Draft = draft
	if full && draft {
		print(ref.Value())
	}
	if !full || !draft {
		ref.Release()
	}
}

// The second error is another one.
func collectTwice(id int) (rcpool.Ref[Report], error) {
	ref := reports.Get() // want "leak: "
	err := collect(ref.Value(), id)
	if err != nil {
		ref.Release()
		return rcpool.Ref[Report]{}, err
	}
	if err := collect(ref.Value(), id+1); err != nil {
		logError(err)
	}
	if again := collect(ref.Value(), id+2); again != nil {
		if err != nil {
			ref.Release()
		}
		return rcpool.Ref[Report]{}, again
	}
	return ref, nil
}
