package results

import "github.com/rcpool/rcpool"

// The result err is set by every return.
func buildNamed(table string, n int) (_ rcpool.Ref[Query], err error) {
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
		return rcpool.Ref[Query]{}, err
	}
	return ref, nil
}

// Without an error it is released by the function itself.
func validateNamed(table string) (err error) {
	ref := queries.Get()
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	if err = from(ref.Value(), table); err != nil {
		return err
	}
	ref.Release()
	return nil
}

// The flag says whether the query went to the caller.
func buildFlagged(table string, n int) (rcpool.Ref[Query], error) {
	ref := queries.Get()
	handed := false
	defer func() {
		if !handed {
			ref.Release()
		}
	}()
	if err := from(ref.Value(), table); err != nil {
		return rcpool.Ref[Query]{}, err
	}
	if err := limit(ref.Value(), n); err != nil {
		return rcpool.Ref[Query]{}, err
	}
	handed = true
	return ref, nil
}

// The named result is dropped, and so zeroed, if there is an error.
func buildDropped(table string) (ref rcpool.Ref[Query], err error) {
	ref = queries.Get()
	defer func() {
		if err != nil {
			rcpool.Drop(&ref)
		}
	}()
	err = from(ref.Value(), table)
	return ref, err
}

// The error that is cleared comes with the query.
func buildLenient(table string) (ref rcpool.Ref[Query], err error) {
	query := queries.Get()
	defer func() {
		if err != nil {
			query.Release()
		}
	}()
	if err = from(query.Value(), table); err != nil {
		logError(err)
		err = nil
	}
	return query, err
}
