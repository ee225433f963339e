/* The plain way to count votes, which the whole of a fit is measured against: one table, each value
 * checked once. Built by the bench with -O3. */
#include <stddef.h>
#include <stdint.h>

/* Counts rows into table[items][items][3]; outcomes are 1 to 3. Returns the first bad row, or rows. */
size_t count_votes(const uint32_t *left, const uint32_t *right, const uint8_t *outcome, size_t rows,
                   uint32_t items, uint32_t *table)
{
    size_t row;

    for (row = 0; row < rows; row++) {
        uint32_t a = left[row];
        uint32_t b = right[row];
        uint32_t answer = (uint32_t)outcome[row] - 1;

        if (a >= items || b >= items || answer >= 3)
            break;
        table[((size_t)a * items + b) * 3 + answer]++;
    }
    return row;
}
