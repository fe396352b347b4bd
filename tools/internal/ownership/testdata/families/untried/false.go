package untried

import "errors"

// All errors are joined.
func best(n int) (ref, error) {
	var errs error
	for try := range n {
		q, err := ask(try)
		if err == nil {
			return q, nil
		}
		errs = errors.Join(errs, err)
	}
	return ref{}, errs
}

func useBest() int {
	q, err := best(3)
	if err != nil {
		return 0
	}
	defer q.Release()
	return q.Value().cents
}

// The last error is kept.
func first(hosts []int) (q ref, err error) {
	var last error
	for _, h := range hosts {
		q, err := ask(h)
		if err == nil {
			return q, nil
		}
		last = err
	}
	return ref{}, last
}

func useFirst() int {
	q, err := first([]int{1, 2})
	if err != nil {
		return 0
	}
	defer q.Release()
	return q.Value().cents
}

// It waits between the turns.
func retry(n int, wait func()) (ref, error) {
	var err error
	for i := 0; i < n; i++ {
		var q ref
		if q, err = ask(i); err == nil {
			return q, nil
		}
		wait()
	}
	return ref{}, err
}

func useRetry() int {
	q, err := retry(3, func() {})
	if err != nil {
		return 0
	}
	defer q.Release()
	return q.Value().cents
}
