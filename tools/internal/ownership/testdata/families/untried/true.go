package untried

// Nothing is no error, whatever was tried.
func find(keys []int) (ref, error) {
	for _, k := range keys {
		if q, err := ask(k); err == nil {
			return q, nil
		}
	}
	return ref{}, nil
}

func useFind() int {
	q, err := find([]int{1, 2})
	if err != nil {
		return 0
	}
	defer q.Release() // want "zero-ref: "
	return 1
}

// There is none beside the error.
func useFailed() int {
	q, err := ask(2)
	if err != nil {
		return q.Value().cents // want "zero-ref: "
	}
	n := q.Value().cents
	q.Release()
	return n
}

// What was found is lost.
func useLost() error {
	q, err := best(3) // want "leak: "
	if err != nil {
		return err
	}
	if q.Value().cents == 0 {
		return errSlow
	}
	q.Release()
	return nil
}
