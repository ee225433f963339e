// Shared by the tests of the C++ layer: nearness, the code of an error thrown, the small set.
#ifndef DUEL_TESTS_LAYER_HPP
#define DUEL_TESTS_LAYER_HPP

#include "check.h"
#include "data.h"
#include "duel.hpp"

#include <cmath>

inline bool near(double a, double b, double tolerance = 1e-9) {
  return std::fabs(a - b) <= tolerance * (1.0 + std::fabs(b));
}

// The code of the error that a call throws; DUEL_OK if it throws none.
template <class Call>
duel_status thrown(Call call) {
  try {
    call();
  } catch (const duel::error &error) {
    return error.code();
  }
  return DUEL_OK;
}

inline duel::set many() {
  duel_set *made = nullptr;
  EXPECT(DUEL_OK, small_set(&made));
  return duel::set(made);
}

#endif
