package ownedbesideerror

import "github.com/rcpool/rcpool"

// The buffer is lost with the error.
func size(kind int, f filler) (int, error) {
	b, err := fillBuffer(kind, f) // want "leak: "
	if err != nil {
		return 0, err
	}
	defer b.Release()
	return b.Len(), nil
}

// It is only released if all was well.
func sizeIfWell(kind int, f filler) (n int, err error) {
	b, err := fillBuffer(kind, f) // want "leak: "
	if err == nil {
		n = b.Len()
		b.Release()
	}
	return n, err
}

// The page is lost with the error.
func pageSize(kind int, f filler) (int, error) {
	p, err := fillPage(kind, f) // want "leak: "
	if err != nil {
		return 0, err
	}
	defer p.Release()
	return len(p.Value().data), nil
}

// The page is lost in each turn that fails.
func pageSizes(kinds []int, f filler) (sum int) {
	for _, kind := range kinds {
		p, err := fillPage(kind, f) // want "leak: "
		if err != nil {
			continue
		}
		sum += len(p.Value().data)
		rcpool.Drop(&p)
	}
	return sum
}

// The page is lost where all was well.
func pageSizeLost(kind int, f filler) (int, error) {
	p, err := fillWrapped(kind, f) // want "leak: "
	if err != nil {
		return 0, err
	}
	return len(p.Value().data), nil
}

// The buffer is released twice where all was well.
func sizeTwice(kind int, f filler) (int, error) {
	b, err := fillJoined(kind, f)
	if err != nil {
		return 0, err
	}
	defer b.Release()
	n := b.Len()
	b.Release() // want "double-release: "
	return n, nil
}
