package askedtypes

// The same type is asked twice.
func releaseTwice(s *shape) {
	if is, ok := s.kind.(*ofCircle); ok {
		is.circle.giveBack()
	}
	if is, ok := s.kind.(*ofCircle); ok {
		is.circle.giveBack() // want "double-release"
	}
	s.kind = nil
}

// Another value is asked twice.
func releaseValueTwice(k kind) {
	if is, ok := k.(*ofPath); ok {
		is.path.giveBack()
	}
	if _, ok := k.(*ofCircle); !ok {
		if is, ok := k.(*ofPath); ok {
			is.path.giveBack() // want "double-release"
		}
	}
}

func (c *ofCircle) owned() *circle { return c.circle }

// What has the method may be what was asked for first.
func releaseOwned(k kind) {
	is, ok := k.(*ofCircle)
	if ok {
		is.circle.giveBack()
	}
	if _, has := k.(interface{ owned() *circle }); has && ok {
		is.circle.giveBack() // want "double-release"
	}
}

// The second shape may be of the other type, and the first one is released again.
func releaseOther(s, other *shape) {
	is, ok := s.kind.(*ofCircle)
	if ok {
		is.circle.giveBack()
	}
	if _, isPath := other.kind.(*ofPath); isPath && ok {
		is.circle.giveBack() // want "double-release"
	}
}
