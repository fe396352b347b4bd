package results

import "github.com/rcpool/rcpool"

// The deferred function sees an error that is never set.
func build(table string) (rcpool.Ref[Query], error) {
	ref := queries.Get() // want "leak: "
	var err error
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	if err := from(ref.Value(), table); err != nil {
		return rcpool.Ref[Query]{}, err
	}
	return ref, err
}

// Without an error nobody gets the query.
func validate(table string) (err error) {
	ref := queries.Get() // want "leak: "
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	return from(ref.Value(), table)
}

// On failure the query is released here and by the deferred function.
func buildLimited(table string, n int) (_ rcpool.Ref[Query], err error) {
	ref := queries.Get()
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	if err := from(ref.Value(), table); err != nil {
		return rcpool.Ref[Query]{}, err
	}
	if err := limit(ref.Value(), n); err != nil {
		ref.Release() // want "double-release: "
		return rcpool.Ref[Query]{}, err
	}
	return ref, nil
}

// The named result is released whether there was an error or not.
func buildReleased(table string) (ref rcpool.Ref[Query], err error) {
	ref = queries.Get()
	defer func() {
		ref.Release()
	}()
	err = from(ref.Value(), table)
	return ref, err // want "escape: "
}

// The error is logged and cleared, so the deferred function does not see it.
func buildTolerant(table string) (ref rcpool.Ref[Query], err error) {
	query := queries.Get() // want "leak: "
	defer func() {
		if err != nil {
			query.Release()
		}
	}()
	if err = from(query.Value(), table); err != nil {
		logError(err)
		err = nil
		return ref, err
	}
	return query, nil
}
